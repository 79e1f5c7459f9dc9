import type { OutgoingHttpHeaders } from 'node:http';
import type { Contract } from '../../../src/contract/contract.ts';
import { type Operation, responseFor, successOf } from '../../../src/contract/document/operation.ts';
import type { Deliver, MockResponse, ResponseBody } from '../../core/locals.ts';
import type { Reply } from '../../core/operation-handler.ts';
import { Problem } from '../../core/problem.ts';
import type { Response } from '../http.ts';

export type SendReply = (response: Response, reply: Reply) => void;

/**
 * Creates the function that validates a reply against the document and sends the reply.
 *
 * If the reply violates the document, the function throws the problem `internal`.
 */
export function sendReply(contract: Contract, operation: Operation, check: boolean): SendReply {
  const success = successOf(operation)?.status ?? 200;
  const validateReply = replyCheck(contract, operation);
  return (response, { status = success, body, headers }) => {
    const error = check ? validateReply(status, body) : undefined;
    if (error) throw new Problem('internal', error);
    if (headers) response.set(headers);
    writeJson(response, status, body, responseFor(operation, status)?.content[0]?.mediaType);
  };
}

/**
 * Sends a value as JSON, or a response without a body if the value is undefined. The mock sends every JSON response
 * with `writeJson`.
 */
export function writeJson(response: MockResponse, status: number, body: unknown, mediaType = 'application/json'): void {
  writeText(response, status, body === undefined ? undefined : { mediaType, text: textOf(body, mediaType) });
}

function textOf(body: unknown, mediaType: string): string {
  return typeof body === 'string' && mediaType.startsWith('text/') ? body : JSON.stringify(body);
}

/** Sends a text, or a response without a body if `content` is undefined. */
export function writeText(response: MockResponse, status: number, content: ResponseBody | undefined): void {
  const { deliver = sendUnchanged } = response.locals;
  deliver(response, status, content);
}

/**
 * Sends a response without the effect of a fault. Does not use `response.send` of Express, which computes an entity tag
 * and evaluates conditional requests, since the mock needs no entity tags and no conditional requests.
 */
export const sendUnchanged: Deliver = (response, status, content) => {
  if (!content) {
    const head = headOf(response, status === 204 ? undefined : 0);
    recorded(response, status, head, undefined, () => response.writeHead(status, head).end());
    return;
  }
  // Node.js sends a string and the head in one write. For ASCII text, the function uses Latin-1, which is the fastest
  // encoding.
  const { mediaType, text } = content;
  const length = Buffer.byteLength(text);
  const head = headOf(response, length, mediaType);
  recorded(response, status, head, text, () => {
    response.writeHead(status, head);
    response.end(text, length === text.length ? 'latin1' : 'utf8');
  });
};

/**
 * Records the response in the journal, then calls `send`.
 * @param aborted reason why the response will be incomplete; absent if the response will be complete
 */
export function recorded(
  { locals: { recorder } }: MockResponse,
  status: number,
  head: OutgoingHttpHeaders,
  body: string | undefined,
  send: () => void,
  aborted?: string,
): void {
  if (recorder) recorder.responded(status, head, body, send, aborted);
  else send();
}

/**
 * Returns the headers that every response has, for `writeHead`. If the mock set the common headers with `setHeader`,
 * Node.js would check and copy all headers, which is slower.
 */
export function headOf({ locals }: MockResponse, length: number | undefined, mediaType?: string): OutgoingHttpHeaders {
  const head: OutgoingHttpHeaders = { 'X-Request-Id': locals.requestId };
  if (mediaType !== undefined) head['Content-Type'] = mediaType;
  if (length !== undefined) head['Content-Length'] = length;
  return head;
}

/**
 * Creates the function that validates replies. The function returns a sentence about the first violation, or undefined
 * if the reply is valid.
 */
function replyCheck(contract: Contract, operation: Operation): (status: number, body: unknown) => string | undefined {
  const checks = new Map<number, (body: unknown) => string | undefined>();
  return (status, body) => {
    let check = checks.get(status);
    if (!check) {
      check = forStatus(contract, operation, status);
      checks.set(status, check);
    }
    return check(body);
  };
}

function forStatus(contract: Contract, operation: Operation, status: number): (body: unknown) => string | undefined {
  const { operationId } = operation;
  const response = responseFor(operation, status);
  if (!response) return () => `${operationId} returned ${status}; expected a status that the document declares.`;
  const content = response.content[0];
  if (!content) {
    return (body) =>
      body === undefined ? undefined : `${operationId} returned ${status} with a body; expected no body.`;
  }
  const validate = content.schema && contract.validator(content.schema, 'body');
  return (body) => {
    if (body === undefined) return `${operationId} returned ${status} without a body; expected a body.`;
    const [first] = validate?.(body) ?? [];
    return (
      first &&
      `${operationId} returned ${status} with a body that violates ${first.rules[0] ?? 'the schema'}: ${first.detail}`
    );
  };
}
