import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { ExchangeViolation, MockResponse, Recorder } from '../core/locals.ts';
import type { Problem } from '../core/problem.ts';
import { type Answer, BYTES_IN_HAND, type Exchange, type RequestBytes } from './exchange.ts';

/**
 * Writes down one exchange while it happens, and hands it over once: just before the answer leaves,
 * so that who has the answer finds the exchange, or when the connection ends without one.
 */
export class ExchangeRecorder implements Exchange, Recorder {
  id = '';
  readonly sandbox: string;
  readonly startedAt = Date.now();
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: IncomingHttpHeaders;
  durationMs = 0;
  operationId: string | undefined;
  requestBody: RequestBytes | undefined;
  answer: Answer | undefined;
  problem: Problem | undefined;
  rules: readonly string[] | undefined;
  violations: readonly ExchangeViolation[] | undefined;
  warnings: readonly string[] | undefined;
  faults: readonly string[] | undefined;
  aborted: string | undefined;
  readonly #start = performance.now();
  readonly #take: (exchange: Exchange) => void;
  /** Until it is handed over: what waits to be written shall hold no connection. */
  #response: MockResponse | undefined;

  constructor({ method = '', headers }: IncomingMessage, response: MockResponse, take: (exchange: Exchange) => void) {
    const { sandboxName = '', path = '' } = response.locals;
    this.sandbox = sandboxName;
    this.method = method;
    this.path = path;
    this.requestHeaders = headers;
    this.#response = response;
    this.#take = take;
  }

  /** The body as it came, its content coding undone. */
  body(bytes: Buffer, length = bytes.length): void {
    // A copy of the beginning lets the rest go.
    const kept = bytes.length > BYTES_IN_HAND ? Buffer.from(bytes.subarray(0, BYTES_IN_HAND)) : bytes;
    this.requestBody = { bytes: kept, length };
  }

  /**
   * The answer is about to leave.
   *
   * @param head the headers that are not set on the response yet
   * @param aborted why it will not be complete
   */
  answered(status: number, head: OutgoingHttpHeaders, body: string | undefined, aborted?: string): void {
    if (!this.#response) return;
    this.aborted = aborted;
    this.answer = { status, headers: headersOf(this.#response), head, body };
    this.#handOver(this.#response);
  }

  /** The connection ended without a complete answer. After an answer, this says nothing. */
  abort(reason: string): void {
    if (!this.#response) return;
    this.aborted = reason;
    this.#handOver(this.#response);
  }

  #handOver({ locals, req: request }: MockResponse): void {
    this.#response = undefined;
    if (!this.requestBody) this.#takeUnread(request);
    this.durationMs = performance.now() - this.#start;
    this.id = locals.requestId;
    this.operationId = locals.operationId;
    this.problem = locals.problem;
    this.rules = locals.rules;
    this.violations = locals.violations;
    this.warnings = locals.warnings;
    this.faults = locals.faults;
    this.#take(this);
  }

  /** Of a request that was answered before anybody read its body: what has come of it. */
  #takeUnread(request: IncomingMessage): void {
    const { headers } = request;
    const length = headers['content-length'];
    const hasBody = length !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || headers['content-encoding'] !== undefined || request.readableDidRead) return;
    const bytes: Buffer | null = request.read();
    if (bytes) this.body(bytes, length === undefined ? bytes.length : Number(length));
    // Who has read a part must see to the rest.
    request.resume();
  }
}

/** Those that are set, in an object of the usual kind: the one of `getHeaders` takes far more time and memory. */
function headersOf(response: MockResponse): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const name of response.getHeaderNames()) headers[name] = response.getHeader(name);
  return headers;
}
