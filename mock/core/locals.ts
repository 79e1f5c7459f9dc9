import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Violation } from '../../src/contract/schema/violation.ts';
import type { Problem } from './problem.ts';
import type { Sandbox } from './sandbox.ts';

/** The data of the pipeline steps about one exchange: `response.locals`. */
export interface Locals {
  /** `X-Request-Id` of the response, and `instance` of the problem. */
  requestId: string;
  sandboxName?: string;
  /** Path and query within the sandbox. */
  path?: string;
  sandbox?: Sandbox;
  recorder?: Recorder;
  operationId?: string;
  /** Size of the request, in bytes. */
  bodyBytes?: number;
  /** The body without unknown properties. */
  body?: unknown;
  /** Why the request was rejected, and the rules that it violates. */
  problem?: Problem;
  rules?: readonly string[];
  /** Violations that rejected nothing, found by the proxy. */
  violations?: readonly ExchangeViolation[];
  warnings?: readonly string[];
  /** IDs of the faults that applied. */
  faults?: readonly string[];
  /** Replaces the usual way to send the response. */
  deliver?: Deliver;
}

/** A response of the mock, with or without the methods of Express. */
export type MockResponse = ServerResponse<IncomingMessage> & { readonly locals: Locals };

/** A violation with the message that contains it. */
export interface ExchangeViolation extends Violation {
  readonly message: 'request' | 'response';
}

/** Sends a response; without `body` it has no body. */
export type Deliver = (response: MockResponse, status: number, body: ResponseBody | undefined) => void;

export interface ResponseBody {
  readonly mediaType: string;
  readonly text: string;
}

/** Records one exchange while it happens. */
export interface Recorder {
  /** Records the received body, after content decoding. */
  body(bytes: Buffer, length?: number): void;
  /**
   * Records the response, then calls `send`. If a shared store cannot record it, sends a problem instead.
   *
   * @param head headers that are not set on the response yet
   * @param aborted reason why the response will be incomplete
   */
  responded(
    status: number,
    head: OutgoingHttpHeaders,
    body: string | undefined,
    send: () => void,
    aborted?: string,
  ): void;
  /** Records that the connection ends without a complete response, then calls `end`. Only `end` has an effect later. */
  abort(reason: string, end?: () => void): void;
}
