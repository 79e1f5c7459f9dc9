import type { OutgoingHttpHeaders } from 'node:http';
import type { Contract } from '../../../src/contract/contract.ts';
import { type Operation, responseFor, successOf } from '../../../src/contract/document/operation.ts';
import type { Answer, Deliver, MockResponse } from '../../core/locals.ts';
import type { Reply } from '../../core/operation-handler.ts';
import { Problem } from '../../core/problem.ts';
import type { Response } from '../http.ts';

export type SendReply = (response: Response, reply: Reply) => void;

/**
 * Sends a reply of an operation, once it agrees with the document.
 *
 * The function throws an `internal` problem that names the rule when a reply does not: the mock
 * never says what the contract does not allow.
 */
export function sendReply(contract: Contract, operation: Operation, check: boolean): SendReply {
  const success = successOf(operation)?.status ?? 200;
  const disagreements = replyCheck(contract, operation);
  return (response, { status = success, body, headers }) => {
    const wrong = check ? disagreements(status, body) : undefined;
    if (wrong) throw new Problem('internal', wrong);
    if (headers) response.set(headers);
    writeJson(response, status, body, responseFor(operation, status)?.content[0]?.mediaType);
  };
}

/** The one place where answers leave: the value, or no body when it is undefined. */
export function writeJson(response: MockResponse, status: number, body: unknown, mediaType = 'application/json'): void {
  writeText(response, status, body === undefined ? undefined : { mediaType, text: textOf(body, mediaType) });
}

function textOf(body: unknown, mediaType: string): string {
  return typeof body === 'string' && mediaType.startsWith('text/') ? body : JSON.stringify(body);
}

/** Sends the text, without a body when there is none. */
export function writeText(response: MockResponse, status: number, answer: Answer | undefined): void {
  const { deliver = plainly } = response.locals;
  deliver(response, status, answer);
}

/** Express would compute an entity tag and look at conditions: a mock's answer needs neither. */
export const plainly: Deliver = (response, status, answer) => {
  if (!answer) {
    const head = headOf(response, status === 204 ? undefined : 0);
    response.locals.recorder?.answered(status, head, undefined);
    response.writeHead(status, head).end();
    return;
  }
  // A string leaves in one write together with the head; ASCII needs no look at its encoding.
  const { mediaType, text } = answer;
  const length = Buffer.byteLength(text);
  const head = headOf(response, length, mediaType);
  response.locals.recorder?.answered(status, head, text);
  response.writeHead(status, head);
  response.end(text, length === text.length ? 'latin1' : 'utf8');
};

/** What every answer says of itself. A header that was set before would have Node check and copy each of them. */
export function headOf({ locals }: MockResponse, length: number | undefined, mediaType?: string): OutgoingHttpHeaders {
  const head: OutgoingHttpHeaders = { 'X-Request-Id': locals.requestId };
  if (mediaType !== undefined) head['Content-Type'] = mediaType;
  if (length !== undefined) head['Content-Length'] = length;
  return head;
}

/** What is wrong with a reply, in one sentence; nothing when it agrees. */
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
  if (!response) return () => `${operationId} answered ${status}, which the document does not list.`;
  const content = response.content[0];
  if (!content) {
    return (body) =>
      body === undefined ? undefined : `${operationId} answered ${status} with a body; the document gives it none.`;
  }
  const validate = content.schema && contract.validator(content.schema, 'body');
  return (body) => {
    if (body === undefined) return `${operationId} answered ${status} without the body that the document gives it.`;
    const [first] = validate?.(body) ?? [];
    return (
      first &&
      `${operationId} answered ${status} with a body that breaks ${first.rules[0] ?? 'the schema'}: ${first.detail}`
    );
  };
}
