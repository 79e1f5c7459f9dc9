/** A limit for a resource that clients can use up. */
export interface Limit {
  /** The limited resource. */
  readonly what: string;
  readonly default: number;
  readonly unit: 'bytes' | 'seconds' | 'levels' | 'number';
  /** The option that changes it; absent if it is fixed. */
  readonly flag?: string;
  /** The response above the limit. */
  readonly above: string;
}

const MIB = 2 ** 20;

/** All limits of the mock. `docs/reference/limits.md` is generated from them. */
export const LIMITS = {
  body: {
    what: 'Body of a request',
    default: MIB,
    unit: 'bytes',
    flag: '--body-limit',
    above: '413',
  },
  jsonDepth: {
    what: 'Nesting of the JSON in a body above 16 KiB',
    default: 1000,
    unit: 'levels',
    above: '400',
  },
  jsonValues: {
    what: 'Values in the JSON of such a body, except in requests to the control API',
    default: 100_000,
    unit: 'number',
    above: '413',
  },
  controlBody: {
    what: 'Body of a request to the control API, and all of them that arrive at the same time',
    default: 256 * MIB,
    unit: 'bytes',
    above: '413 for one body, 503 with `Retry-After` for all',
  },
  bodyMemory: {
    what: 'All bodies above 64 KiB that arrive at the same time',
    default: 64 * MIB,
    unit: 'bytes',
    above: '503 with `Retry-After`',
  },
  connections: {
    what: 'Open connections',
    default: 1000,
    unit: 'number',
    flag: '--max-connections',
    above: 'The connection is closed',
  },
  headersSeconds: {
    what: 'Time to send the head of a request',
    default: 10,
    unit: 'seconds',
    above: '408',
  },
  requestSeconds: {
    what: 'Time to send a request',
    default: 120,
    unit: 'seconds',
    above: '408',
  },
  sandboxes: {
    what: 'Sandboxes',
    default: 1000,
    unit: 'number',
    flag: '--max-sandboxes',
    above: 'The sandbox that was idle for the longest time is deleted; 503 if each was used in the last minute',
  },
  memory: {
    what: 'State and journals of all sandboxes',
    default: 256 * MIB,
    unit: 'bytes',
    flag: '--memory-limit',
    above: 'Idle sandboxes are deleted; if that is not enough, 503 for requests with a body',
  },
  journal: {
    what: 'Exchanges in the journal of a sandbox',
    default: 1000,
    unit: 'number',
    flag: '--journal',
    above: 'The oldest exchanges are deleted',
  },
  journalBytes: {
    what: 'Journal of a sandbox',
    default: 8 * MIB,
    unit: 'bytes',
    above: 'The oldest exchanges are deleted',
  },
  allJournals: {
    what: 'Journals of all sandboxes',
    default: 64 * MIB,
    unit: 'bytes',
    above: 'The oldest exchanges of the largest journal are deleted',
  },
  waitingExchanges: {
    what: 'Exchanges that are not written to the journal yet',
    default: 16 * MIB,
    unit: 'bytes',
    above: 'The oldest exchanges are deleted',
  },
  querySteps: {
    what: 'Comparisons of a query of the journal',
    default: 1_000_000,
    unit: 'number',
    above: '422',
  },
  snapshots: {
    what: 'Snapshots of a sandbox',
    default: 100,
    unit: 'number',
    above: '422',
  },
} as const satisfies Record<string, Limit>;
