import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { ExchangeViolation } from '../core/locals.ts';
import type { Patience } from '../core/patience.ts';
import type { Problem } from '../core/problem.ts';

/** Largest number of bytes of a body that the journal keeps. */
export const BODY_LIMIT = 2 ** 14;

/** Bytes of a body before redaction. The additional bytes keep a key at the limit complete, so that it is redacted. */
export const BYTES_BEFORE_REDACTION = BODY_LIMIT + 1024;

/** The first bytes of a request body, and its complete length. */
export interface RequestBytes {
  readonly bytes: Buffer;
  readonly length: number;
}

/** The response that the mock sent. */
export interface RecordedResponse {
  readonly status: number;
  /** Headers that were set before `writeHead`. */
  readonly headers: OutgoingHttpHeaders;
  /** Headers that were passed to `writeHead`. */
  readonly head: OutgoingHttpHeaders;
  readonly body: string | undefined;
}

/** A request and its response before redaction. */
export interface Exchange {
  /** The `X-Request-Id` of the response. */
  readonly id: string;
  readonly sandbox: string;
  /** Milliseconds since 1970, by the clock of the machine. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly method: string;
  /** The path within the sandbox, with the query. */
  readonly path: string;
  readonly operationId: string | undefined;
  readonly requestHeaders: IncomingHttpHeaders;
  /** Absent if there was no body, or if the mock responded before it received the body. */
  readonly requestBody: RequestBytes | undefined;
  readonly response: RecordedResponse | undefined;
  /** The reason why the request was rejected. */
  readonly problem: Problem | undefined;
  /** The rules that the request violates according to the problem. */
  readonly rules: readonly string[] | undefined;
  /** Violations that a proxy found without rejecting the exchange. */
  readonly violations: readonly ExchangeViolation[] | undefined;
  /** Advice for the client about an accepted request. */
  readonly warnings: readonly string[] | undefined;
  /** The IDs of the faults that applied. */
  readonly faults: readonly string[] | undefined;
  /** The reason why the response is incomplete or missing. */
  readonly aborted: string | undefined;
  /** True if the sandbox exists, and so has a journal. */
  readonly isKept: boolean;
  /** Time that the response may wait for a shared store. */
  readonly patience?: Patience | undefined;
}

/** The rules of the contract that the exchange violates, without duplicates. */
export function violatedRules({ rules, violations }: Exchange): readonly string[] {
  return rules ?? [...new Set(violations?.flatMap(({ rules }) => rules))];
}
