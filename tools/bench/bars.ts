import type { BenchResult, ServerResult } from './result.ts';
import { BARE_EXPRESS, OURS, PRISM, REFERENCE } from './servers.ts';

/** What the project wants to hold; `met` is absent where it was not measured. */
export interface Bar {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  /** The same ratio by time on a processor, which other work on the machine changes least. */
  readonly byCpu?: string;
  readonly met: boolean | undefined;
}

const MEMORY_SLACK = 1.2;
const SUITE_SECONDS = 5;
/** Fewer do not fill what Node keeps for later, so that what the second time adds says nothing of a leak. */
const ENOUGH_CONNECTIONS = 10_000;

/** A figure, and the same by time on a processor. */
interface Figure {
  readonly value: number | undefined;
  readonly cpu?: number | undefined;
}

/** The bars, as ratios of what one run measured. */
export function evaluate(result: BenchResult): Bar[] {
  const server = (name: string) => result.servers.find((item) => item.name === name);
  const peers = result.servers.filter(({ kind }) => kind === 'peer');
  const ours = server(OURS);
  const [few, many] = result.growth ?? [];
  return [
    atLeast(
      'POST jwt-keys against a hand-written Express 5 + compiled ajv + Map',
      0.8,
      posts(ours),
      posts(server(REFERENCE)),
    ),
    atLeast('POST jwt-keys against Prism in its fastest mode', 4, posts(ours), posts(server(PRISM))),
    atMost(
      `PATCH jwt-keys, latency with ${many?.keys ?? 'many'} keys against ${few?.keys ?? 'few'}`,
      1.2,
      { value: many?.latencyUs, cpu: many?.cpuUs },
      { value: few?.latencyUs, cpu: few?.cpuUs },
    ),
    atMost('cold start to the first answer against a bare Express 5', 2.5, start(ours), start(server(BARE_EXPRESS))),
    below('cold start to the first answer against the fastest peer', start(ours), lowest(peers.map(start))),
    below('p99 of POST jwt-keys under load against the best peer', p99(ours), lowest(peers.map(p99))),
    ...suiteBars(result),
    ...hardshipBars(result),
  ];
}

function posts(server: ServerResult | undefined): Figure {
  const post = server?.throughput?.measures.post;
  // A rate, as the others are: the requests that a second on a processor is enough for.
  return { value: post?.perSecond, cpu: post && 1e6 / post.cpuUs };
}

function start(server: ServerResult | undefined): Figure {
  return { value: server?.start?.ms, cpu: server?.start?.cpuMs };
}

function p99(server: ServerResult | undefined): Figure {
  return { value: server?.throughput?.measures.post.p99 };
}

function hardshipBars({ hardship }: BenchResult): Bar[] {
  const enough = hardship && hardship.brokenConnections >= ENOUGH_CONNECTIONS;
  const memory = (title: string): Figure => ({
    value: enough ? hardship.stages.find((stage) => stage.title === title)?.memoryMiB : undefined,
  });
  const failures = hardship?.stages.reduce((sum, { client }) => sum + client.failures, 0);
  const wrong = Object.keys(hardship?.garbageStatuses ?? {}).filter((status) => !status.startsWith('4'));
  return [
    {
      what: 'garbage and broken connections: still there, each garbage refused with a 4xx',
      wanted: 'yes',
      measured: hardship ? (hardship.survived && wrong.length === 0 ? 'yes' : `no ${wrong.join(' ')}`) : '–',
      met: hardship?.survived && wrong.length === 0,
    },
    atMost('… memory afterwards against after the warm-up', MEMORY_SLACK, memory('calm again'), memory('calm')),
    {
      what: '… failures that a good client saw meanwhile',
      wanted: '0',
      measured: failures === undefined ? '–' : String(failures),
      met: failures === undefined ? undefined : failures === 0,
    },
  ];
}

function suiteBars({ suite }: BenchResult): Bar[] {
  const { whole, bare } = suite ?? {};
  return [
    {
      what: 'the whole suite against this mock, seconds',
      wanted: `< ${SUITE_SECONDS}`,
      measured: whole ? (whole.ms / 1000).toFixed(2) : '–',
      met: whole && whole.ms / 1000 < SUITE_SECONDS,
    },
    atMost(
      '… against its bare requests, sent by the same client',
      1.3,
      { value: whole?.ms, cpu: whole?.cpuMs },
      { value: bare?.ms, cpu: bare?.cpuMs },
    ),
  ];
}

function atLeast(what: string, bar: number, ours: Figure, theirs: Figure): Bar {
  return compare(what, `≥ ${bar}`, ours, theirs, (ratio) => ratio >= bar);
}

function atMost(what: string, bar: number, ours: Figure, theirs: Figure): Bar {
  return compare(what, `≤ ${bar}`, ours, theirs, (ratio) => ratio <= bar);
}

function below(what: string, ours: Figure, theirs: Figure): Bar {
  return compare(what, '< 1', ours, theirs, (ratio) => ratio < 1);
}

function compare(what: string, wanted: string, ours: Figure, theirs: Figure, holds: (ratio: number) => boolean): Bar {
  const ratio = (ours.value ?? Number.NaN) / (theirs.value ?? Number.NaN);
  if (!Number.isFinite(ratio)) return { what, wanted, measured: '–', met: undefined };
  const byCpu = (ours.cpu ?? Number.NaN) / (theirs.cpu ?? Number.NaN);
  const measured = ratio.toFixed(2);
  return { what, wanted, measured, ...(Number.isFinite(byCpu) && { byCpu: byCpu.toFixed(2) }), met: holds(ratio) };
}

/** The figure with the lowest value. */
function lowest(figures: readonly Figure[]): Figure {
  const [first = { value: undefined }] = figures
    .filter(({ value }) => value !== undefined)
    .toSorted((a, b) => Number(a.value) - Number(b.value));
  return first;
}
