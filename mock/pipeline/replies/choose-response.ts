import {
  declaredFor,
  type Example,
  type Operation,
  type Response,
  successOf,
} from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import { Problem } from '../../core/problem.ts';
import { PROBLEM_MEDIA_TYPE } from '../../core/problem-of-status.ts';

/** The response that a client selects from the document by a status, the name of an example, or both. */
export interface SelectedResponse {
  readonly code?: number | undefined;
  readonly example?: string | undefined;
}

export interface Choice {
  readonly status: number;
  readonly response: Response;
  readonly example: Example | undefined;
}

/**
 * Chooses a response and an example of an operation. If the client selects nothing, chooses the success response. If
 * the document does not declare the selected response, returns a problem that lists the declared alternatives.
 */
export function chooseResponse(operation: Operation, { code, example }: SelectedResponse): Choice | Problem {
  if (code !== undefined) {
    const response = declaredFor(operation, code);
    if (!response) return undeclaredCode(operation, code);
    if (example === undefined) return { status: code, response, example: exampleForStatus(response, code) };
    const named = examplesOf(response).find(({ name }) => name === example);
    return named ? { status: code, response, example: named } : undeclaredExample(operation, [response], example, code);
  }
  const success = successResponse(operation);
  if (example !== undefined) {
    const responses = [...(success ? [success.response] : []), ...operation.responses];
    for (const response of responses) {
      const named = examplesOf(response).find(({ name }) => name === example);
      if (named) return { status: statusOf(response, named), response, example: named };
    }
    return undeclaredExample(operation, operation.responses, example);
  }
  if (!success)
    return new Problem('notImplemented', `The document declares no success response for ${operation.operationId}.`);
  return { ...success, example: examplesOf(success.response)[0] };
}

function examplesOf(response: Response): readonly Example[] {
  return response.content[0]?.examples ?? [];
}

/**
 * Returns the response with an exact 2xx status. If the document declares only the range `2XX`, returns the response of
 * this range with the status 200. Returns undefined if the document declares no success response.
 */
function successResponse(operation: Operation): { status: number; response: Response } | undefined {
  const range = operation.responses.find(({ status }) => status.toUpperCase() === '2XX');
  return successOf(operation) ?? (range && { status: 200, response: range });
}

/**
 * Returns the example that is a problem document with the given status, since a range or `default` can have examples
 * with several statuses. If no example has the given status, returns the first example.
 */
function exampleForStatus(response: Response, code: number): Example | undefined {
  const examples = examplesOf(response);
  return examples.find((example) => problemStatus(response, example) === code) ?? examples[0];
}

/**
 * Returns the status to send with an example. If the document declares the response for a range or `default`, the
 * status comes from the example if the example is a problem document, otherwise from the range (`default`: 500).
 */
function statusOf(response: Response, example: Example): number {
  const { status } = response;
  if (/^\d{3}$/.test(status)) return Number(status);
  return problemStatus(response, example) ?? (status === 'default' ? 500 : Number(status[0]) * 100);
}

/** Returns the status in an example that is a problem document (RFC 9457 §3.1.2); undefined for other examples. */
function problemStatus({ content }: Response, { value }: Example): number | undefined {
  if (content[0]?.mediaType !== PROBLEM_MEDIA_TYPE || !isObject(value)) return undefined;
  const { status } = value;
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : undefined;
}

function undeclaredCode({ operationId, responses }: Operation, code: number): Problem {
  const declared = responses.map(({ status }) => (status === 'default' ? 'all other errors (default)' : status));
  return new Problem(
    'invalidRequest',
    `code is ${code}; expected a status that ${operationId} declares: ${list(declared)}.`,
  );
}

function undeclaredExample(
  { operationId }: Operation,
  responses: readonly Response[],
  example: string,
  code?: number,
): Problem {
  const declared = responses.flatMap((response) =>
    examplesOf(response).map(({ name }) => `${name} (${response.status})`),
  );
  const where = code === undefined ? operationId : `${operationId} for ${code}`;
  const names = declared.length > 0 ? list(declared) : 'none';
  return new Problem(
    'invalidRequest',
    `example is ${example.slice(0, 80)}; expected an example of ${where}: ${names}.`,
  );
}

function list(items: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(items);
}
