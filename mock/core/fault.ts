/**
 * A fault (`Fault` in mock/control/admin.yaml). A fault has a trigger, optionally a delay (`latency`), and at most one
 * other effect: `error`, `reset`, `truncate`, `garble`, `drip` or `rateLimit`.
 */
export interface Fault {
  /**
   * The ID that names the fault in the header `X-Mock-Fault`. If the ID is absent, the mock generates an ID such as
   * `fault-1`.
   */
  readonly id?: string;
  /** The operationIds to which the fault applies; every operation if absent. */
  readonly operations?: readonly string[];
  /** Probability that the fault applies, from 0 to 1; 1 if absent. */
  readonly probability?: number;
  /** Number of times that the fault applies; unlimited if absent. */
  readonly count?: number;
  /** Number of requests before the first request to which the fault can apply; 0 if absent. */
  readonly after?: number;
  /** Seed of the random choices, which are the same on every machine; if absent, the ID of the fault is the seed. */
  readonly seed?: number;
  readonly latency?: Latency;
  /** The response is an error that the document declares, with an example from the document as its body. */
  readonly error?: { readonly status: number; readonly example?: string };
  /**
   * Resets the connection before or after the operation runs. With `after`, the operation changes the state, and only
   * the response is lost.
   */
  readonly reset?: 'before' | 'after';
  /** The connection closes in the middle of the response body. */
  readonly truncate?: true;
  /** The fault changes some bytes of the response body, so that the body is not valid JSON. */
  readonly garble?: true;
  /** The mock sends the response body slowly, in at most a minute. */
  readonly drip?: { readonly bytesPerSecond: number };
  /**
   * In each time window of `windowSeconds` seconds, the requests after the first `limit` requests get 429 with
   * `Retry-After`. The clock of the sandbox measures the time window.
   */
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

/** The longest delay, and the longest time to send a response body, in milliseconds. */
export const MAX_DELAY_MS = 60_000;

/** Largest number of faults of a sandbox. */
export const MAX_FAULTS = 100;
