import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Violation } from '../../src/contract/schema/violation.ts';
import type { Problem } from './problem.ts';
import type { Sandbox } from './sandbox.ts';

/** The data of the pipeline steps about one exchange: `response.locals`. */
export interface Locals {
  /** `X-Request-Id` of the response, and the problem's `instance`. */
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
  /** Ids of the faults that applied. */
  faults?: readonly string[];
  /** How the response leaves, instead of the usual way. */
  deliver?: Deliver;
}

/** A response that leaves as one exchange, with or without Express. */
export type MockResponse = ServerResponse<IncomingMessage> & { readonly locals: Locals };

/** A violation, and which of the two messages contains it. */
export interface ExchangeViolation extends Violation {
  readonly message: 'request' | 'response';
}

/** Sends a response; without `answer` it has no body. */
export type Deliver = (response: MockResponse, status: number, answer: Answer | undefined) => void;

export interface Answer {
  readonly mediaType: string;
  readonly text: string;
}

/** Records one exchange while it happens. */
export interface Recorder {
  /** The body as it was received, its content coding undone. */
  body(bytes: Buffer, length?: number): void;
  /** The response is about to leave. `head` are the headers that are not set on the response. */
  answered(status: number, head: OutgoingHttpHeaders, body: string | undefined, aborted?: string): void;
  /** The connection ended without a complete response. After a response, this has no effect. */
  abort(reason: string): void;
}
