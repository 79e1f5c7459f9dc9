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
 * Selects a response and an example of an operation. Without a selection of the client, selects the success response.
 * If the document does not contain the selection, returns a problem that lists the alternatives.
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
 * Returns the response with an exact 2xx status. If the document declares only the range `2XX`, returns its response
 * with the status 200.
 */
function successResponse(operation: Operation): { status: number; response: Response } | undefined {
  const range = operation.responses.find(({ status }) => status.toUpperCase() === '2XX');
  return successOf(operation) ?? (range && { status: 200, response: range });
}

/**
 * Returns the example of a problem document with this status, since a range or `default` can have examples with several
 * statuses. Returns the first example if no example has the status.
 */
function exampleForStatus(response: Response, code: number): Example | undefined {
  const examples = examplesOf(response);
  return examples.find((example) => problemStatus(response, example) === code) ?? examples[0];
}

/**
 * Returns the status of a response. If the document declares a range or `default`, the status is the status in the
 * example of a problem document.
 */
function statusOf(response: Response, example: Example): number {
  const { status } = response;
  if (/^\d{3}$/.test(status)) return Number(status);
  return problemStatus(response, example) ?? (status === 'default' ? 500 : Number(status[0]) * 100);
}

/** Returns the property `status` of an example that is a problem document (RFC 9457 §3.1.2). */
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
