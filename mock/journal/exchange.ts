import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { ExchangeViolation } from '../core/locals.ts';
import type { Problem } from '../core/problem.ts';

/** Bytes of a body that the journal keeps. */
export const BODY_LIMIT = 2 ** 14;

/** Bytes of a body that are in hand until then: a key that stands across the limit is still whole. */
export const BYTES_IN_HAND = BODY_LIMIT + 1024;

/** The body of a request: its first bytes, and how many there are. */
export interface RequestBytes {
  readonly bytes: Buffer;
  readonly length: number;
}

/** The response that left the mock. */
export interface Answer {
  readonly status: number;
  /** Headers that were set, and headers that were written with the status. */
  readonly headers: OutgoingHttpHeaders;
  readonly head: OutgoingHttpHeaders;
  readonly body: string | undefined;
}

/** A request and what became of it, as it was seen: nothing is redacted yet. */
export interface Exchange {
  /** Its `X-Request-Id`. */
  readonly id: string;
  readonly sandbox: string;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly method: string;
  /** Within the sandbox, with the query. */
  readonly path: string;
  readonly operationId: string | undefined;
  readonly requestHeaders: IncomingHttpHeaders;
  /** Absent when there was none, or when it was answered before it came. */
  readonly requestBody: RequestBytes | undefined;
  readonly answer: Answer | undefined;
  /** Why it was rejected. */
  readonly problem: Problem | undefined;
  /** The rules that it violates according to the problem. */
  readonly rules: readonly string[] | undefined;
  /** Violations that a proxy found without rejecting the exchange. */
  readonly violations: readonly ExchangeViolation[] | undefined;
  /** Advice for the client about an accepted request. */
  readonly warnings: readonly string[] | undefined;
  /** The faults that struck it. */
  readonly faults: readonly string[] | undefined;
  /** Why no answer was completed. */
  readonly aborted: string | undefined;
}

/** The rules of the contract that were broken, each once. */
export function brokenRules({ rules, violations }: Exchange): readonly string[] {
  return rules ?? [...new Set(violations?.flatMap(({ rules }) => rules))];
}
