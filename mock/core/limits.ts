import { VALIDATION_CALLS } from '../../src/contract/schema/validation-work.ts';

/** A limit of a resource that clients could exhaust, such as memory or connections. */
export interface Limit {
  /** The quantity that the limit restricts, such as the size of a request body. */
  readonly what: string;
  readonly default: number;
  readonly unit: 'bytes' | 'seconds' | 'levels' | 'number';
  /** The command-line flag that changes the limit; absent if the limit is fixed. */
  readonly flag?: string;
  /** The behaviour of the mock above the limit: the status of the response, or a sentence. */
  readonly above: string;
}

const MIB = 2 ** 20;

/** All limits of the mock. `docs/reference/limits.md` is generated from `LIMITS`. */
export const LIMITS = {
  body: {
    what: 'Size of a request body',
    default: MIB,
    unit: 'bytes',
    flag: '--body-limit',
    above: '413',
  },
  jsonDepth: {
    what: 'Levels of nesting in the JSON of a request body above 16 KiB',
    default: 1000,
    unit: 'levels',
    above: '400',
  },
  jsonValues: {
    what: 'Number of values in the JSON of a request body above 16 KiB, except in requests to the control API',
    default: 100_000,
    unit: 'number',
    above: '413',
  },
  validationCalls: {
    what: 'Number of calls of validation functions for a request body; each value in the body adds 10 calls to this limit',
    default: VALIDATION_CALLS,
    unit: 'number',
    above: '400',
  },
  controlBody: {
    what: 'Size of one request body for the control API, and total size of such bodies that arrive at the same time',
    default: 256 * MIB,
    unit: 'bytes',
    above: '413 if one body is above the limit; 503 with `Retry-After` if the total size is above the limit',
  },
  bodyMemory: {
    what: 'Total size of the request bodies above 64 KiB that arrive at the same time',
    default: 64 * MIB,
    unit: 'bytes',
    above: '503 with `Retry-After`',
  },
  connections: {
    what: 'Number of open connections',
    default: 1000,
    unit: 'number',
    flag: '--max-connections',
    above: 'The mock closes the new connection',
  },
  headersSeconds: {
    what: 'Time until the head of a request has arrived',
    default: 10,
    unit: 'seconds',
    above: '408',
  },
  requestSeconds: {
    what: 'Time until a complete request has arrived',
    default: 120,
    unit: 'seconds',
    above: '408',
  },
  sandboxes: {
    what: 'Number of sandboxes',
    default: 1000,
    unit: 'number',
    flag: '--max-sandboxes',
    above:
      'The mock deletes the sandbox that has been idle for the longest time; 503 if clients used every sandbox in the last minute',
  },
  memory: {
    what: 'Total size of the state and the journals of all sandboxes',
    default: 256 * MIB,
    unit: 'bytes',
    flag: '--memory-limit',
    above: 'The mock deletes idle sandboxes; if the size stays above the limit, 503 for requests with a body',
  },
  journal: {
    what: 'Number of exchanges in the journal of a sandbox',
    default: 1000,
    unit: 'number',
    flag: '--journal',
    above: 'The mock deletes the oldest exchanges of the journal',
  },
  journalBytes: {
    what: 'Size of the journal of a sandbox',
    default: 8 * MIB,
    unit: 'bytes',
    above: 'The mock deletes the oldest exchanges of the journal',
  },
  allJournals: {
    what: 'Total size of the journals of all sandboxes',
    default: 64 * MIB,
    unit: 'bytes',
    above: 'The mock deletes the oldest exchanges of the largest journal',
  },
  waitingExchanges: {
    what: 'Total size of the exchanges that the mock has not yet written to a journal',
    default: 16 * MIB,
    unit: 'bytes',
    above: 'The mock discards the oldest exchanges that wait for a write',
  },
  querySteps: {
    what: 'Number of comparisons that a query of the journal needs',
    default: 1_000_000,
    unit: 'number',
    above: '422',
  },
  snapshots: {
    what: 'Number of snapshots of a sandbox',
    default: 100,
    unit: 'number',
    above: '422',
  },
} as const satisfies Record<string, Limit>;
