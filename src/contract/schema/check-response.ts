import type { Contract } from '../contract.ts';
import { type MediaType, type Operation, type Response, responseFor } from '../document/operation.ts';
import { rulesFor } from '../document/rule.ts';
import { append } from '../json-pointer.ts';
import { essence } from '../media-type.ts';
import { undocumented } from './schema-walk.ts';
import { type Violation, violation } from './violation.ts';

/** Received response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** True if the response has the header; the name is in lower case. */
  readonly hasHeader: (name: string) => boolean;
  /** Body of the response; undefined if the body could not be read and is not validated. */
  readonly body: string | undefined;
}

/** Violations of the document in a response to the operation. */
export function checkResponse(
  contract: Contract,
  operation: Operation,
  { status, contentType, hasHeader, body }: ReceivedResponse,
): readonly Violation[] {
  const response = responseFor(operation, status);
  if (!response) {
    const statuses = operation.responses.map((known) => known.status).join(', ');
    return [
      violation(
        'status',
        '',
        `one of ${statuses}`,
        String(status),
        `The document declares no status ${status} for ${operation.operationId}.`,
      ),
    ];
  }
  return [
    ...checkHeaders(response, hasHeader),
    ...(body === undefined
      ? []
      : checkBody(contract, response, contentRules(operation, response, status), essence(contentType), body)),
  ];
}

function checkHeaders({ headers }: Response, hasHeader: ReceivedResponse['hasHeader']): Violation[] {
  return headers
    .filter(({ name, required }) => required && !hasHeader(name.toLowerCase()))
    .map(({ name, rules }) => ({
      ...violation('header', append('', name), `a header ${name}`, 'nothing', `${name} is required.`),
      rules: rules.map(({ id }) => id),
    }));
}

/**
 * IDs of the rules about the content of a response. If the document names no such rule at an error response, the rules
 * at the `default` response apply.
 */
function contentRules(operation: Operation, { node }: Response, status: number): readonly string[] {
  const rules = rulesFor(node, 'content');
  const common = operation.responses.find((response) => response.status === 'default');
  return rules.length > 0 || status < 400 ? rules : rulesFor(common?.node, 'content');
}

function checkBody(
  contract: Contract,
  { content, status }: Response,
  rules: readonly string[],
  mediaType: string,
  body: string,
): readonly Violation[] {
  const of = (...parts: Parameters<typeof violation>) => ({ ...violation(...parts), rules });
  if (content.length === 0) {
    if (body === '') return [];
    return [
      of('body', '', 'no body', `${body.length} characters`, `The document declares no body for the status ${status}.`),
    ];
  }
  const documented = content.find((known) => known.mediaType.toLowerCase() === mediaType);
  if (!documented) {
    const expected = content.map((known) => known.mediaType).join(' or ');
    const actual = mediaType || 'none';
    return [of('header', '/Content-Type', expected, actual, `The media type: expected ${expected}, got ${actual}.`)];
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [of('body', '', 'JSON', body === '' ? 'no body' : body.slice(0, 80), 'The body is not JSON.')];
  }
  return checkValue(contract, documented, value).map((found) => (found.rules.length > 0 ? found : { ...found, rules }));
}

function checkValue(contract: Contract, { schema }: MediaType, value: unknown): readonly Violation[] {
  if (!schema) return [];
  const unknownProperties = [...undocumented(contract.root, schema.schema, value)].map((path) => {
    const pointer = append('', ...path);
    return violation(
      'body',
      pointer,
      'no such property',
      'one',
      `The property ${path.join('.')} is not in the document.`,
    );
  });
  return [...contract.validator(schema, 'body')(value), ...unknownProperties];
}
