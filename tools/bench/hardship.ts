import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { breakConnections } from './broken-connections.ts';
import { sendGarbage } from './garbage.ts';
import type { GoodClientReport, GoodClientTask } from './good-client.ts';
import type { BenchOptions } from './options.ts';
import { updatesOf } from './requests.ts';
import type { BenchServer } from './servers.ts';
import { percentile } from './statistics.ts';
import { startBenchServer } from './throughput.ts';
import type { Workspace } from './workspace.ts';

/** A moment or a stretch of the ordeal. */
interface Stage {
  readonly title: string;
  /** Resident memory at its end. */
  readonly memoryMiB: number;
  readonly openFiles: number;
  /** What a good client saw meanwhile; latencies in milliseconds. */
  readonly client: { readonly requests: number; readonly p50: number; readonly p99: number; readonly failures: number };
}

export interface Hardship {
  readonly garbageBytes: number;
  readonly brokenConnections: number;
  readonly stages: readonly Stage[];
  /** Answers to the garbage, by status; 0 is no answer. */
  readonly garbageStatuses: Readonly<Record<string, number>>;
  readonly survived: boolean;
}

const CLIENT = fileURLToPath(new URL('./good-client.ts', import.meta.url));
const AT_A_TIME = 500;
const CALM_MS = 5000;

/**
 * Garbage and broken connections, while a good client goes on. All of it twice: the first time fills what
 * Node and the system keep for later, so that what the second time adds would be a leak.
 */
export async function measureHardship(
  server: BenchServer,
  workspace: Workspace,
  { garbage, broken }: BenchOptions,
  say: (line: string) => void,
): Promise<Hardship> {
  await using mock = await startBenchServer(server, workspace);
  await using stack = new AsyncDisposableStack();
  const client = stack.adopt(fork(CLIENT), (child) => void child.disconnect());
  client.send({ url: mock.url, requests: await updatesOf(mock.url, server.prefix) } satisfies GoodClientTask);

  const garbageStatuses: Record<string, number> = {};
  const abuse = async () => {
    const [statuses] = await Promise.all([
      sendGarbage(mock.url, garbage),
      breakConnections(mock.url, broken, AT_A_TIME),
    ]);
    for (const [status, times] of Object.entries(statuses))
      garbageStatuses[status] = (garbageStatuses[status] ?? 0) + times;
  };
  const calm = () => sleep(CALM_MS);
  const stages: Stage[] = [];
  const plan: [title: string, work: () => Promise<unknown>][] = [
    ['starting', () => sleep(CALM_MS / 2)],
    ['good client alone', calm],
    ['all of the abuse, to warm up', abuse],
    ['calm', calm],
    ['all of the abuse again', abuse],
    ['calm again', calm],
  ];
  for (const [title, work] of plan) {
    await work();
    const { latencies, failures } = await report(client);
    const stage = {
      title,
      memoryMiB: mock.memory(),
      openFiles: mock.openFiles(),
      client: {
        requests: latencies.length,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        failures: failures.length,
      },
    };
    stages.push(stage);
    say(
      `${title}: ${Math.round(stage.memoryMiB)} MiB, p99 ${stage.client.p99.toFixed(1)} ms ${failures.slice(0, 3).join('; ')}`,
    );
  }
  return {
    garbageBytes: garbage,
    brokenConnections: broken,
    stages: stages.slice(1),
    garbageStatuses,
    survived: mock.alive,
  };
}

async function report(client: ChildProcess): Promise<GoodClientReport> {
  const answer = once(client, 'message');
  client.send('report');
  const [message] = await answer;
  return message as GoodClientReport;
}
