import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { ExchangeViolation } from '../core/locals.ts';
import type { Patience } from '../core/patience.ts';
import type { Problem } from '../core/problem.ts';

/** The journal keeps at most this number of bytes of each body. */
export const BODY_LIMIT = 2 ** 14;

/**
 * Number of bytes that the mock keeps of a request body until it has removed the secrets. The redaction finds only
 * complete API keys, so the mock keeps 1 KiB more than `BODY_LIMIT`, in case an API key extends beyond this limit.
 */
export const BYTES_BEFORE_REDACTION = BODY_LIMIT + 1024;

/** The first bytes of a request body, and the length of the complete body in bytes. */
export interface RequestBytes {
  readonly bytes: Buffer;
  readonly length: number;
}

/** The response that the mock sent. */
export interface RecordedResponse {
  readonly status: number;
  /** The headers that the mock set before the call of `writeHead`. */
  readonly headers: OutgoingHttpHeaders;
  /** The headers that the mock passed to `writeHead`. */
  readonly head: OutgoingHttpHeaders;
  readonly body: string | undefined;
}

/** A request and its response, before the redaction of secrets. */
export interface Exchange {
  /** The ID of the exchange: the header `X-Request-Id` of the response. */
  readonly id: string;
  readonly sandbox: string;
  /** The time when the request arrived, in milliseconds since 1970, by the clock of the machine. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly method: string;
  /** The path without the prefix that names the sandbox, followed by the query. */
  readonly path: string;
  readonly operationId: string | undefined;
  readonly requestHeaders: IncomingHttpHeaders;
  /** The request body; undefined if the request has no body, or if the mock responded before it received the body. */
  readonly requestBody: RequestBytes | undefined;
  readonly response: RecordedResponse | undefined;
  /** The reason why the mock rejected the request. */
  readonly problem: Problem | undefined;
  /** The rules of the contract that belong to `problem`; undefined if there is no problem. */
  readonly rules: readonly string[] | undefined;
  /**
   * The violations that the proxy found in the request and in the response. The proxy forwards the request and the
   * response in spite of violations.
   */
  readonly violations: readonly ExchangeViolation[] | undefined;
  /** Advice for the client about an accepted request, such as the names of ignored properties. */
  readonly warnings: readonly string[] | undefined;
  /** The IDs of the faults that applied. */
  readonly faults: readonly string[] | undefined;
  /** The reason why the response is incomplete or missing. */
  readonly aborted: string | undefined;
  /** True if the sandbox exists, so that its journal can keep the exchange. */
  readonly isKept: boolean;
  /** The time that the request may still wait for a shared store; absent if only this process uses the store. */
  readonly patience?: Patience | undefined;
}

/** Lists the rules of the contract that the exchange violates, each rule once. */
export function violatedRules({ rules, violations }: Exchange): readonly string[] {
  return rules ?? [...new Set(violations?.flatMap(({ rules }) => rules))];
}
