import type { Fixtures } from './configuration.ts';

/** One implementation to judge: plain data, so that it can be handed to a worker. */
export interface Target {
  /** Scheme, host, port and prefix, without `/v1` and without a trailing slash. */
  readonly baseUrl: string;
  /** In a rehearsal: the base URL of the target that this one stands in for. */
  readonly standsFor?: string;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  /** Whether nobody named the fixtures: those that the target does not know are then missing, not faults of it. */
  readonly presumed: boolean;
  /** In the names of everything that the run makes. */
  readonly runId: string;
  /** Of every address that is invited; example.com when absent. */
  readonly emailDomain?: string;
  /** Requests a second, over all cases; any number when absent. */
  readonly maxRps?: number;
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** The target does not answer at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
