/**
 * A fault (`Fault` of mock/control/admin.yaml). It has a trigger, optionally a delay (`latency`), and at most one
 * other effect: `error`, `reset`, `truncate`, `garble`, `drip` or `rateLimit`.
 */
export interface Fault {
  /** The name in `X-Mock-Fault`; `fault-1` and so on if absent. */
  readonly id?: string;
  /** The operationIds to which it applies; every operation if absent. */
  readonly operations?: readonly string[];
  /** Probability that the fault applies, from 0 to 1; 1 if absent. */
  readonly probability?: number;
  /** Number of times that the fault applies; unlimited if absent. */
  readonly count?: number;
  /** Number of requests before the first request to which the fault can apply; 0 if absent. */
  readonly after?: number;
  /** Seed of the random choices of the fault, the same on every machine; the ID if absent. */
  readonly seed?: number;
  readonly latency?: Latency;
  /** The response is an error that the document declares. Its body is an example of the document. */
  readonly error?: { readonly status: number; readonly example?: string };
  /**
   * Resets the connection before the operation runs, or after it ran. In the second case, only the response is lost.
   */
  readonly reset?: 'before' | 'after';
  /** The connection closes in the middle of the body. */
  readonly truncate?: true;
  /** Some bytes of the body are changed, so that it is not JSON. */
  readonly garble?: true;
  /** The body is sent slowly, in at most a minute. */
  readonly drip?: { readonly bytesPerSecond: number };
  /** Requests above the limit get 429 with `Retry-After`. The window follows the clock of the sandbox. */
  readonly rateLimit?: { readonly limit: number; readonly windowSeconds: number };
}

/** A delay in milliseconds: fixed, uniformly distributed or lognormal. */
export type Latency =
  | { readonly fixedMs: number }
  | { readonly minMs: number; readonly maxMs: number }
  | { readonly medianMs: number; readonly sigma: number };

/** A fault of a sandbox, which always has an ID. */
export interface SandboxFault extends Fault {
  readonly id: string;
}

/** Longest delay and longest time to send a body, in milliseconds. */
export const MAX_DELAY_MS = 60_000;

/** Largest number of faults of a sandbox. */
export const MAX_FAULTS = 100;
