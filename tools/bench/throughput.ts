import { type LoadResult, runLoad } from './load.ts';
import type { BenchOptions } from './options.ts';
import { type BenchRequest, creations, refusals, updatesOf, type Workload } from './requests.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { BenchServer } from './servers.ts';
import { median } from './statistics.ts';
import type { Workspace } from './workspace.ts';

/** The medians of the rounds; latencies in milliseconds. */
export interface Measure {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Time of the server on a processor for one request, in microseconds. */
  readonly cpuUs: number;
  /** Answers that were not what was to be expected of the contract, and requests without an answer: share of all. */
  readonly unexpected: number;
  /** Requests a second of each round. */
  readonly rounds: readonly number[];
}

export interface Throughput {
  readonly measures: Readonly<Record<Workload, Measure>>;
  /** Resident memory before and after all of the load. */
  readonly memoryMiB: readonly [before: number, after: number];
}

interface Running {
  readonly server: BenchServer;
  readonly process: ServerProcess;
  readonly requests: Readonly<Record<Workload, readonly BenchRequest[]>>;
  readonly memoryBefore: number;
  readonly results: Record<Workload, LoadResult[]>;
}

const WORKLOADS: readonly Workload[] = ['post', 'patch', 'refused'];

/**
 * Loads all servers side by side: each round goes through all of them, so that what else the machine
 * does falls on all alike. One round to warm up is not counted.
 */
export async function measureThroughput(
  servers: readonly BenchServer[],
  workspace: Workspace,
  options: BenchOptions,
  say: (line: string) => void,
): Promise<Map<string, Throughput>> {
  await using stack = new AsyncDisposableStack();
  const running: Running[] = [];
  for (const server of servers) running.push(await run(server, workspace, stack));
  for (const workload of WORKLOADS) {
    for (let round = 0; round <= options.rounds; round++) {
      for (const { server, process, requests, results } of running) {
        const { connections, seconds } = options;
        const load = { url: process.url, requests: requests[workload], connections, seconds };
        const result = await runLoad(workspace.load, load, process.cpuTime);
        if (round > 0) results[workload].push(result);
        say(
          `${workload} ${round === 0 ? 'warm-up' : round} ${server.name}: ${Math.round(result.perSecond)} a second, ${Math.round(result.cpuUs)} µs`,
        );
      }
    }
  }
  return new Map(running.map((item) => [item.server.name, summary(item)]));
}

async function run(server: BenchServer, workspace: Workspace, stack: AsyncDisposableStack): Promise<Running> {
  const { prefix } = server;
  const created = creations(prefix);
  const process = stack.use(await startBenchServer(server, workspace));
  const requests = { post: created, patch: await updatesOf(process.url, prefix), refused: refusals(prefix) };
  return { server, process, requests, memoryBefore: process.memory(), results: { post: [], patch: [], refused: [] } };
}

/** @throws Error when it does not start; the message says of which server */
export async function startBenchServer(server: BenchServer, workspace: Workspace): Promise<ServerProcess> {
  const folder = workspace.folderOf(server);
  const [first] = creations(server.prefix);
  if (!first) throw new Error('there is no request');
  try {
    return await startServer((port) => server.command({ folder, document: workspace.document, port }), first);
  } catch (error) {
    throw new Error(`${server.name}: ${(error as Error).message}`, { cause: error });
  }
}

function summary({ process, memoryBefore, results }: Running): Throughput {
  return {
    measures: {
      post: summarize(results.post, '2'),
      patch: summarize(results.patch, '2'),
      refused: summarize(results.refused, '4'),
    },
    memoryMiB: [memoryBefore, process.memory()],
  };
}

function summarize(results: readonly LoadResult[], expected: '2' | '4'): Measure {
  const statuses = results.flatMap((result) => Object.entries(result.statuses));
  const count = (entries: typeof statuses) => entries.reduce((sum, [, times]) => sum + times, 0);
  const good = count(statuses.filter(([status]) => status.startsWith(expected)));
  const all = count(statuses) + results.reduce((sum, { errors }) => sum + errors, 0);
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
    cpuUs: median(results.map(({ cpuUs }) => cpuUs)),
    unexpected: all === 0 ? 1 : 1 - good / all,
    rounds: results.map(({ perSecond }) => perSecond),
  };
}
