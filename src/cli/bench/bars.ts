import type { BenchResult, ServerResult } from './result.ts';
import { BARE_EXPRESS, OURS, PRISM, REFERENCE } from './servers.ts';

/** What the project wants to hold; `met` is absent where it was not measured. */
export interface Bar {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly met: boolean | undefined;
}

const MEMORY_SLACK = 1.2;

/** The bars, as ratios of what one run measured. */
export function evaluate(result: BenchResult): Bar[] {
  const server = (name: string) => result.servers.find((item) => item.name === name);
  const ours = server(OURS);
  const post = (item: ServerResult | undefined) => item?.throughput?.measures.post.perSecond;
  const p99 = (item: ServerResult | undefined) => item?.throughput?.measures.post.p99;
  const peers = result.servers.filter(({ kind }) => kind === 'peer');
  const fastestStart = lowest(peers.map(({ startMs }) => startMs));
  const lowestP99 = lowest(peers.map(p99));
  const [few, many] = result.growth ?? [];
  return [
    atLeast(
      'POST jwt-keys against a hand-written Express 5 + compiled ajv + Map',
      0.8,
      post(ours),
      post(server(REFERENCE)),
    ),
    atLeast('POST jwt-keys against Prism in its fastest mode', 4, post(ours), post(server(PRISM))),
    atMost(
      `PATCH jwt-keys, latency with ${many?.keys ?? 'many'} keys against ${few?.keys ?? 'few'}`,
      1.2,
      many?.latencyUs,
      few?.latencyUs,
    ),
    atMost(
      'cold start to the first answer against a bare Express 5',
      2.5,
      ours?.startMs,
      server(BARE_EXPRESS)?.startMs,
    ),
    below('cold start to the first answer against the fastest peer', ours?.startMs, fastestStart),
    below('p99 of POST jwt-keys under load against the best peer', p99(ours), lowestP99),
    ...hardshipBars(result),
  ];
}

function hardshipBars({ hardship }: BenchResult): Bar[] {
  const stage = (title: string) => hardship?.stages.find((item) => item.title === title);
  const failures = hardship?.stages.reduce((sum, { client }) => sum + client.failures, 0);
  const wrong = Object.keys(hardship?.garbageStatuses ?? {}).filter((status) => !status.startsWith('4'));
  return [
    {
      what: 'garbage and broken connections: still there, each garbage refused with a 4xx',
      wanted: 'yes',
      measured: hardship ? (hardship.survived && wrong.length === 0 ? 'yes' : `no ${wrong.join(' ')}`) : '–',
      met: hardship?.survived && wrong.length === 0,
    },
    atMost(
      '… memory afterwards against after the warm-up',
      MEMORY_SLACK,
      stage('calm again')?.memoryMiB,
      stage('calm')?.memoryMiB,
    ),
    {
      what: '… failures that a good client saw meanwhile',
      wanted: '0',
      measured: failures === undefined ? '–' : String(failures),
      met: failures === undefined ? undefined : failures === 0,
    },
  ];
}

function atLeast(what: string, bar: number, ours?: number, theirs?: number): Bar {
  return compare(what, `≥ ${bar}`, ours, theirs, (ratio) => ratio >= bar);
}

function atMost(what: string, bar: number, ours?: number, theirs?: number): Bar {
  return compare(what, `≤ ${bar}`, ours, theirs, (ratio) => ratio <= bar);
}

function below(what: string, ours?: number, theirs?: number): Bar {
  return compare(what, '< 1', ours, theirs, (ratio) => ratio < 1);
}

function compare(what: string, wanted: string, ours = NaN, theirs = NaN, holds: (ratio: number) => boolean): Bar {
  const ratio = ours / theirs;
  if (!Number.isFinite(ratio)) return { what, wanted, measured: '–', met: undefined };
  return { what, wanted, measured: ratio.toFixed(2), met: holds(ratio) };
}

function lowest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
