import { parseArgs } from 'node:util';
import { SERVERS } from './servers.ts';

/** Measurements, in their order. */
const PARTS = ['servers', 'growth', 'hardship', 'suite', 'replicas'] as const;

export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  /** Folder of another checkout; if given, the benchmark only compares the two checkouts. */
  readonly beside: string | undefined;
  /** Names of the servers to measure; by default, all servers are measured. */
  readonly only: readonly string[] | undefined;
  readonly parts: readonly Part[];
  readonly rounds: number;
  /** Number of requests per workload and round. */
  readonly requests: number;
  readonly connections: number;
  /** Number of stored JWT keys in the mock with many keys. */
  readonly keys: number;
  /** Number of slow or broken connections. */
  readonly broken: number;
  /** Number of bytes of invalid bodies to send. */
  readonly garbage: number;
  /** True if the benchmark compiles the package before it measures. */
  readonly build: boolean;
  /** Folder for the installed tools, which a later run uses again; if absent, a folder in the temporary folder. */
  readonly folder: string | undefined;
}

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;
const FLAGS = {
  ...{ beside: TEXT, only: TEXT, parts: TEXT, folder: TEXT, 'no-build': SWITCH, quick: SWITCH },
  ...{ rounds: TEXT, requests: TEXT, connections: TEXT, keys: TEXT },
} as const;

const MB = 1_000_000;
const QUICK_SERVERS = ['mock', 'mock-source', 'express-ajv', 'express-complete', 'express', 'prism'];

/** Reads the flags. @throws Error if a flag is unknown or its value is invalid */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({ args: [...args], options: FLAGS });
  const { beside, quick = false, folder } = values;
  const names = SERVERS.map(({ name }) => name);
  return {
    beside,
    only: some('only', values.only, names) ?? (quick ? QUICK_SERVERS : undefined),
    parts: some('parts', values.parts, PARTS) ?? PARTS,
    rounds: whole('rounds', values.rounds, quick ? 2 : 5),
    requests: whole('requests', values.requests, quick ? 5000 : 10_000),
    connections: whole('connections', values.connections, 50),
    keys: whole('keys', values.keys, quick ? 100_000 : 1_000_000),
    broken: quick ? 1000 : 10_000,
    garbage: quick ? 3 * MB : 24 * MB,
    build: !values['no-build'],
    folder,
  };
}

function some<T extends string>(flag: string, text: string | undefined, known: readonly T[]): T[] | undefined {
  return text?.split(',').map((name) => {
    const found = known.find((item) => item === name);
    if (found === undefined) throw new Error(`--${flag} is "${name}"; expected some of ${known.join(', ')}.`);
    return found;
  });
}

function whole(flag: string, text: string | undefined, absent: number): number {
  const value = text === undefined ? absent : Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`--${flag} is "${text}"; expected a whole number of at least 1.`);
}
