import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Violation } from '../../src/contract/schema/violation.ts';
import type { Problem } from './problem.ts';
import type { Sandbox } from './sandbox.ts';

/** The data about one exchange that the steps of the pipeline share: `response.locals`. */
export interface Locals {
  /** The ID of the request, in the header `X-Request-Id` of the response and in `instance` of a problem document. */
  requestId: string;
  sandboxName?: string;
  /** Path and query of the request, without the prefix that names the sandbox. */
  path?: string;
  sandbox?: Sandbox;
  recorder?: Recorder;
  operationId?: string;
  /** Size of the request body, in bytes. */
  bodyBytes?: number;
  /** The parsed request body without unknown properties. */
  body?: unknown;
  /** The reason why the mock rejected the request. */
  problem?: Problem;
  rules?: readonly string[];
  /**
   * The violations that the proxy found in the request and in the response. The proxy forwards the request and the
   * response in spite of violations.
   */
  violations?: readonly ExchangeViolation[];
  warnings?: readonly string[];
  /** IDs of the faults that applied. */
  faults?: readonly string[];
  /** The function with which a fault sends the response; if absent, the mock sends the response normally. */
  deliver?: Deliver;
}

/** A response of the mock, with or without the methods of Express. */
export type MockResponse = ServerResponse<IncomingMessage> & { readonly locals: Locals };

/** A violation, and whether the request or the response contains the violation. */
export interface ExchangeViolation extends Violation {
  readonly message: 'request' | 'response';
}

/** Sends a response with the given status and body, or without a body if `body` is undefined. */
export type Deliver = (response: MockResponse, status: number, body: ResponseBody | undefined) => void;

export interface ResponseBody {
  readonly mediaType: string;
  readonly text: string;
}

/** Collects the data of one exchange for the journal while the mock handles the request. */
export interface Recorder {
  /** Records the request body, after content decoding. */
  body(bytes: Buffer, length?: number): void;
  /**
   * Records the response, then calls `send`. If a shared store cannot record the response, sends a problem document
   * instead.
   *
   * @param head headers of the response that `send` sets
   * @param aborted reason why the response will be incomplete; absent if it will be complete
   */
  responded(
    status: number,
    head: OutgoingHttpHeaders,
    body: string | undefined,
    send: () => void,
    aborted?: string,
  ): void;
  /**
   * Records that the connection ends without a complete response, then calls `end`. After a call of `abort`, further
   * calls of the recorder record nothing.
   */
  abort(reason: string, end?: () => void): void;
}
