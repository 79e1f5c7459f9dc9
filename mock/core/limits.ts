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
} as const satisfies Record<string, Limit>;
