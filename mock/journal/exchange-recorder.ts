import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { ExchangeViolation, MockResponse, Recorder } from '../core/locals.ts';
import type { Patience } from '../core/patience.ts';
import type { Problem } from '../core/problem.ts';
import { BYTES_BEFORE_REDACTION, type Exchange, type RecordedResponse, type RequestBytes } from './exchange.ts';

/**
 * Receives an exchange for the journal, and calls `done` when the mock may send the response. If the journal cannot
 * record the exchange, calls `done` with an error, and the mock sends a problem document instead of the response.
 */
export type TakeExchange = (exchange: Exchange, done: (error?: unknown) => void) => void;

/** Sends a problem document that describes the error, instead of the response. */
export type Fail = (error: unknown, response: MockResponse) => void;

/**
 * Records one exchange, and passes the exchange to the journal once: just before the mock sends the response, or when
 * the connection ends without a response. The journal receives the exchange before the client receives the response, so
 * the client can then find the exchange in the journal.
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
  response: RecordedResponse | undefined;
  problem: Problem | undefined;
  rules: readonly string[] | undefined;
  violations: readonly ExchangeViolation[] | undefined;
  warnings: readonly string[] | undefined;
  faults: readonly string[] | undefined;
  aborted: string | undefined;
  patience: Patience | undefined;
  isKept = false;
  readonly #start = performance.now();
  readonly #take: TakeExchange;
  readonly #fail: Fail;
  /**
   * The response; undefined after the recorder has passed the exchange to the journal. Without this reference to the
   * response, an exchange that waits for the journal keeps no connection in memory.
   */
  #response: MockResponse | undefined;

  constructor({ method = '', headers }: IncomingMessage, response: MockResponse, take: TakeExchange, fail: Fail) {
    const { sandboxName = '', path = '' } = response.locals;
    this.sandbox = sandboxName;
    this.method = method;
    this.path = path;
    this.requestHeaders = headers;
    this.#response = response;
    this.#take = take;
    this.#fail = fail;
  }

  /** Records the request body, after content decoding. */
  body(bytes: Buffer, length = bytes.length): void {
    // The recorder copies the first bytes of a long body, so that the garbage collector can free the buffer of the
    // complete body.
    const kept = bytes.length > BYTES_BEFORE_REDACTION ? Buffer.from(bytes.subarray(0, BYTES_BEFORE_REDACTION)) : bytes;
    this.requestBody = { bytes: kept, length };
  }

  responded(
    status: number,
    head: OutgoingHttpHeaders,
    body: string | undefined,
    send: () => void,
    aborted?: string,
  ): void {
    const response = this.#response;
    if (response) {
      this.aborted = aborted;
      this.response = { status, headers: headersOf(response), head, body };
      this.#complete(response, send);
    } else send();
  }

  abort(reason: string, end: () => void = () => undefined): void {
    const response = this.#response;
    if (response) {
      this.aborted = reason;
      this.#complete(response, end);
    } else end();
  }

  #complete(response: MockResponse, done: () => void): void {
    const { locals, req: request } = response;
    this.#response = undefined;
    if (!this.requestBody) this.#readRest(request);
    this.durationMs = performance.now() - this.#start;
    this.id = locals.requestId;
    this.operationId = locals.operationId;
    this.problem = locals.problem;
    this.rules = locals.rules;
    this.violations = locals.violations;
    this.warnings = locals.warnings;
    this.faults = locals.faults;
    this.patience = locals.sandbox?.patience;
    this.isKept = locals.sandbox?.exists ?? false;
    this.#take(this, (error) => (error === undefined ? done() : this.#fail(error, response)));
  }

  /** Records the part of the request body that has arrived, if the mock responds before it has read the body. */
  #readRest(request: IncomingMessage): void {
    const { headers } = request;
    const length = headers['content-length'];
    const hasBody = length !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || headers['content-encoding'] !== undefined || request.readableDidRead) return;
    const bytes: Buffer | null = request.read();
    if (bytes) this.body(bytes, length === undefined ? bytes.length : Number(length));
    // Without `resume`, the stream of the request would stop after `read`, and the connection could not serve the next
    // request.
    request.resume();
  }
}

/**
 * Returns the response headers as a plain object. The method `getHeaders` of Node.js needs far more time and memory
 * than this function.
 */
function headersOf(response: MockResponse): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const name of response.getHeaderNames()) headers[name] = response.getHeader(name);
  return headers;
}
