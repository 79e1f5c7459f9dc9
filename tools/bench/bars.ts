import { FEW, MANY } from './growth.ts';
import type { Hardship } from './hardship.ts';
import { DATABASE, FILE, ONE, THREE } from './replicas.ts';
import { median, ratio, type SampleTable, series } from './samples.ts';
import { SERVERS } from './servers.ts';
import { BARE, WHOLE } from './suite.ts';

/** Performance goal of the project; `met` is undefined if the goal was not measured. */
export interface Bar {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  /**
   * The ratio of the processor times. Other work on the machine influences this ratio less than the ratio in
   * `measured`.
   */
  readonly byCpu?: string;
  readonly met: boolean | undefined;
}

/**
 * Goal for the ratio of `name` to `against` in `metric`. The result also shows the ratio in `cpu`, a metric of
 * processor time, for which there is no goal.
 */
interface Row {
  readonly what: string;
  readonly name: string;
  /** Server with which the mock is compared; `peers` means the fastest of the compared tools. */
  readonly against: string;
  readonly metric: string;
  readonly cpu?: string;
  readonly atMost: number;
  /**
   * True for a metric whose larger values are better, such as requests per second: the ratio must be at least 1 divided
   * by `atMost`.
   */
  readonly isRate?: true;
}

const OVER = 'POST jwt-keys against';
/**
 * Hand-written server with which the mock is compared. This server parses each public key. For rejected requests, the
 * mock is compared with a variant of this server that lists all violations of a body, as the mock does.
 */
const BY_HAND = 'a hand-written Express 5 + compiled ajv + Map';
const ROWS: readonly Row[] = [
  {
    ...{ what: `${OVER} ${BY_HAND}`, name: 'mock', against: 'express-ajv' },
    ...{ metric: 'post.perSecond', cpu: 'post.cpuUs', atMost: 1, isRate: true },
  },
  {
    ...{ what: `PATCH jwt-keys against ${BY_HAND}`, name: 'mock', against: 'express-ajv' },
    ...{ metric: 'patch.perSecond', cpu: 'patch.cpuUs', atMost: 1 / 0.95, isRate: true },
  },
  {
    ...{
      what: `rejected POST jwt-keys against ${BY_HAND}, all violations listed`,
      name: 'mock',
      against: 'express-complete',
    },
    ...{ metric: 'rejected.perSecond', cpu: 'rejected.cpuUs', atMost: 1 / 0.85, isRate: true },
  },
  {
    ...{ what: `${OVER} Prism in its fastest mode`, name: 'mock', against: 'prism' },
    ...{ metric: 'post.perSecond', cpu: 'post.cpuUs', atMost: 1 / 4, isRate: true },
  },
  {
    ...{ what: 'PATCH jwt-keys, latency with many keys against few keys', name: MANY, against: FEW },
    ...{ metric: 'latencyUs', cpu: 'cpuUs', atMost: 1.2 },
  },
  {
    ...{ what: 'cold start to the first response against a bare Express 5', name: 'mock', against: 'express' },
    ...{ metric: 'startMs', cpu: 'startCpuMs', atMost: 2.5 },
  },
  {
    ...{ what: 'cold start to the first response against the fastest peer', name: 'mock', against: 'peers' },
    ...{ metric: 'startMs', cpu: 'startCpuMs', atMost: 1 },
  },
  {
    ...{ what: 'p99 of POST jwt-keys under load against the best peer', name: 'mock', against: 'peers' },
    ...{ metric: 'post.p99', atMost: 1 },
  },
  {
    ...{ what: 'the whole suite against its bare requests, sent by the same client', name: WHOLE, against: BARE },
    ...{ metric: 'ms', cpu: 'cpuMs', atMost: 1.3 },
  },
];

const REPLICA_ROWS: readonly Row[] = [
  {
    ...{ what: 'POST jwt-keys with PostgreSQL against a data file', name: DATABASE, against: FILE },
    ...{ metric: 'perSecond', atMost: 1 / 0.4, isRate: true },
  },
  {
    ...{ what: '… processor time per request, including the database server', name: DATABASE, against: FILE },
    ...{ metric: 'cpuUs', atMost: 2.5 },
  },
  {
    ...{ what: '… cold start', name: DATABASE, against: FILE, metric: 'startMs', cpu: 'startCpuMs', atMost: 1.5 },
  },
  {
    ...{ what: 'requests per second of processor time, three replicas against one', name: THREE, against: ONE },
    ...{ metric: 'perCpuSecond', atMost: 1 / 0.8, isRate: true },
  },
];

const SUITE_MS = 5000;
const DATABASE_P99_MS = 60;
const DATABASE_P99_RATIO = 1.5;
const MEMORY_GROWTH = 1.2;
/**
 * Minimum number of broken connections for the goal about memory. Fewer connections do not fill the caches of Node.js
 * in the first pass, so growth in the second pass need not be a leak.
 */
const ENOUGH_CONNECTIONS = 10_000;

/** Compares the measurements of one run with the performance goals. */
export function evaluate(table: SampleTable, hardship: Hardship | undefined): Bar[] {
  const whole = median(series(table, WHOLE, 'ms'));
  return [
    ...ROWS.map((row) => compare(row, table)),
    bar('the whole suite against this mock, seconds', `< ${SUITE_MS / 1000}`, whole / 1000, whole < SUITE_MS),
    ...REPLICA_ROWS.map((row) => compare(row, table)),
    databaseLatency(table),
    ...hardshipBars(hardship),
  ];
}

/**
 * The goal is a low latency with PostgreSQL, or a latency close to the latency with a data file. The second condition
 * exists since a slow disk makes both PostgreSQL and the data file slow.
 */
function databaseLatency(table: SampleTable): Bar {
  const p99 = median(series(table, DATABASE, 'p99'));
  const against = ratio(series(table, DATABASE, 'p99'), series(table, FILE, 'p99'));
  const met = p99 < DATABASE_P99_MS || against <= DATABASE_P99_RATIO;
  const wanted = `< ${DATABASE_P99_MS} ms, or ≤ ${DATABASE_P99_RATIO} times`;
  const measured = `${p99.toFixed(1)} ms, ${against.toFixed(2)} times`;
  const what = '… p99 latency with PostgreSQL, and its ratio to the p99 latency with a data file';
  return Number.isFinite(p99) ? { what, wanted, measured, met } : { what, wanted, measured: '–', met: undefined };
}

function compare({ what, name, against, metric, cpu, atMost, isRate }: Row, table: SampleTable): Bar {
  const other = against === 'peers' ? bestPeer(table, metric) : against;
  const value = ratio(series(table, name, metric), series(table, other, metric));
  const wanted = isRate ? `≥ ${Number((1 / atMost).toFixed(2))}` : atMost === 1 ? '< 1' : `≤ ${atMost}`;
  const met = isRate ? value >= 1 / atMost : atMost === 1 ? value < 1 : value <= atMost;
  const cost = cpu === undefined ? Number.NaN : ratio(series(table, name, cpu), series(table, other, cpu));
  // For a rate, `byCpu` is the ratio of the numbers of requests that the two servers handle per second of processor
  // time.
  const byCpu = (isRate ? 1 / cost : cost).toFixed(2);
  return { ...bar(what, wanted, value, met), ...(Number.isFinite(cost) && { byCpu }) };
}

function bestPeer(table: SampleTable, metric: string): string {
  const peers = SERVERS.filter(({ kind, name }) => kind === 'peer' && series(table, name, metric).length > 0);
  const figure = (name: string) => median(series(table, name, metric));
  return peers.map(({ name }) => name).toSorted((a, b) => figure(a) - figure(b))[0] ?? '';
}

function hardshipBars(hardship: Hardship | undefined): Bar[] {
  const [first, second] = hardship?.memoryMiB ?? [];
  const enough = (hardship?.brokenConnections ?? 0) >= ENOUGH_CONNECTIONS;
  const growth = enough && first && second ? second / first : Number.NaN;
  const wrong = Object.keys(hardship?.garbageStatuses ?? {}).filter((status) => !status.startsWith('4'));
  const survived = hardship?.survived && wrong.length === 0;
  return [
    {
      what: 'garbage and broken connections: the mock survives and rejects all garbage with a 4xx',
      ...{ wanted: 'yes', measured: hardship ? (survived ? 'yes' : `no ${wrong.join(' ')}`) : '–', met: survived },
    },
    bar(
      '… memory of the mock after the second pass, relative to its memory after the first pass',
      `≤ ${MEMORY_GROWTH}`,
      growth,
      growth <= MEMORY_GROWTH,
    ),
    {
      what: '… failed requests of a correct client during the hostile requests',
      ...{ wanted: '0', measured: String(hardship?.failures ?? '–'), met: hardship && hardship.failures === 0 },
    },
  ];
}

function bar(what: string, wanted: string, value: number, met: boolean): Bar {
  const measured = Number.isFinite(value);
  return { what, wanted, measured: measured ? value.toFixed(2) : '–', met: measured ? met : undefined };
}
