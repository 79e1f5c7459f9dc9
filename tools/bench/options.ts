import { parseArgs } from 'node:util';
import { SERVERS } from './servers.ts';

/** What can be measured, in the order in which it is. */
const PARTS = ['throughput', 'start', 'growth', 'hardship', 'suite'] as const;

export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  /** Names of the servers to measure; all when absent. */
  readonly only: readonly string[] | undefined;
  readonly parts: readonly Part[];
  /** Of one round of load. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  /** Cold starts of each server; runs of the suite. */
  readonly starts: number;
  /** Keys stored in the larger of two mocks. */
  readonly keys: number;
  /** Slow or broken connections. */
  readonly broken: number;
  /** Bytes of garbage. */
  readonly garbage: number;
  /** Whether to compile the package first. */
  readonly build: boolean;
  /** Where the peers are installed; kept, so that the next run need not install them again. */
  readonly folder: string | undefined;
}

const FLAGS = {
  only: { type: 'string' },
  parts: { type: 'string' },
  seconds: { type: 'string' },
  rounds: { type: 'string' },
  connections: { type: 'string' },
  starts: { type: 'string' },
  keys: { type: 'string' },
  'no-build': { type: 'boolean' },
  quick: { type: 'boolean' },
  folder: { type: 'string' },
} as const;

const MB = 1_000_000;
const QUICK_SERVERS = ['mock', 'mock-source', 'express-ajv', 'express', 'prism'];

/** @throws Error when a flag is unknown or its value cannot be used */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({ args: [...args], options: FLAGS });
  const { quick = false } = values;
  return {
    only: values.only?.split(',').map(server) ?? (quick ? QUICK_SERVERS : undefined),
    parts: values.parts === undefined ? PARTS : values.parts.split(',').map(part),
    seconds: whole('seconds', values.seconds, quick ? 2 : 5),
    rounds: whole('rounds', values.rounds, quick ? 2 : 5),
    connections: whole('connections', values.connections, 50),
    starts: whole('starts', values.starts, quick ? 3 : 9),
    keys: whole('keys', values.keys, quick ? 100_000 : 1_000_000),
    broken: quick ? 1000 : 10_000,
    garbage: quick ? 3 * MB : 24 * MB,
    build: !values['no-build'],
    folder: values.folder,
  };
}

function server(name: string): string {
  const names = SERVERS.map((known) => known.name);
  if (names.includes(name)) return name;
  throw new Error(`--only: there is no ${name}. It takes ${names.join(', ')}, separated by commas.`);
}

function part(name: string): Part {
  const known = PARTS.find((item) => item === name);
  if (!known) throw new Error(`--parts: there is no ${name}. It takes ${PARTS.join(', ')}, separated by commas.`);
  return known;
}

function whole(name: string, text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`--${name} ${text}: it takes a whole number of at least 1.`);
}
