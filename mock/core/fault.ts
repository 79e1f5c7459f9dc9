/**
 * What shall go wrong, on which operations and how often (`Fault` of mock/control/admin.yaml). It does one
 * thing besides a delay: `error`, `reset`, `truncate`, `garble`, `drip` or `rateLimit`.
 */
export interface Fault {
  /** Names it in `X-Mock-Fault`; `fault-1` and so on when absent. */
  readonly id?: string;
  /** operationIds; every operation when absent. */
  readonly operations?: readonly string[];
  /** From 0 to 1; 1 when absent. */
  readonly probability?: number;
  /** How many times it strikes before it is spent; without end when absent. */
  readonly count?: number;
  /** How many requests pass before it begins; 0 when absent. */
  readonly after?: number;
  /** What the strikes and delays follow from, on any machine; without one, the id. */
  readonly seed?: number;
  readonly latency?: Latency;
  /** An error that the document declares, with its example. */
  readonly error?: { readonly status: number; readonly example?: string };
  /** The connection is reset before the operation ran, or after it: then only the answer is lost. */
  readonly reset?: 'before' | 'after';
  /** The connection closes in the middle of the body. */
  readonly truncate?: true;
  /** Bytes of the body are flipped, so that it is no JSON. */
  readonly garble?: true;
  /** The body arrives at this pace, within a minute. */
  readonly drip?: { readonly bytesPerSecond: number };
  /** More requests within a window, by the clock of the sandbox, get 429 with `Retry-After`. */
  readonly rateLimit?: { readonly limit: number; readonly windowSeconds: number };
}

/** In milliseconds: fixed, evenly spread, or lognormal. */
export type Latency =
  | { readonly fixedMs: number }
  | { readonly minMs: number; readonly maxMs: number }
  | { readonly medianMs: number; readonly sigma: number };

/** A fault that a sandbox has. */
export interface SandboxFault extends Fault {
  readonly id: string;
}

/** Longest delay, and longest time that a body may drip, in milliseconds. */
export const LONGEST_MS = 60_000;

/** How many faults a sandbox may have. */
export const MOST_FAULTS = 100;
