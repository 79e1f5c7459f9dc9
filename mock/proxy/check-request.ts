import type { Contract } from '../../src/contract/contract.ts';
import { jsonContent, type Operation, type RequestBody } from '../../src/contract/document/operation.ts';
import { deduplicate } from '../../src/contract/explain/deduplicate.ts';
import { essence } from '../../src/contract/media-type.ts';
import { type Violation, violation } from '../../src/contract/schema/violation.ts';
import type { Request } from '../pipeline/http.ts';
import { parameterCheck } from '../pipeline/parameter-check.ts';

/**
 * Lists the violations of a request. If the body has a content coding, `body` is undefined, and the function does not
 * check the body.
 */
export type RequestCheck = (request: Request, body: string | undefined) => readonly Violation[];

export function requestCheck(contract: Contract, operation: Operation): RequestCheck {
  const parameters = parameterCheck(contract, operation);
  const checkBody = operation.requestBody ? bodyCheck(contract, operation, operation.requestBody) : () => [];
  return (request, body) => [
    ...operation.apiKeys
      .filter((key) => key.in === 'header' && !request.get(key.name))
      .map(({ name, rules }) => ({
        ...violation('header', `/${name}`, `a header ${name}`, 'nothing', `${name} is required.`),
        rules: rules.map(({ id }) => id),
      })),
    ...parameters(request),
    ...(body === undefined ? [] : checkBody(request.headers['content-type'], body)),
  ];
}

function bodyCheck(contract: Contract, operation: Operation, { required, content }: RequestBody) {
  const types = content.map(({ mediaType }) => mediaType);
  const expected = types.join(' or ');
  const schema = jsonContent(operation)?.schema;
  const validate = schema && contract.validator(schema, 'body');
  return (contentType: string | undefined, body: string): readonly Violation[] => {
    if (body === '')
      return required ? [violation('body', '', expected, 'nothing', 'The request has no body; expected a body.')] : [];
    const actual = essence(contentType);
    if (!types.some((type) => type.toLowerCase() === actual)) {
      const detail = `Content-Type is ${actual || 'missing'}; expected ${expected}.`;
      return [violation('header', '/Content-Type', expected, actual || 'none', detail)];
    }
    try {
      return deduplicate(validate?.(JSON.parse(body)) ?? []);
    } catch {
      return [violation('body', '', 'JSON', body.slice(0, 80), 'The body is not valid JSON.')];
    }
  };
}
