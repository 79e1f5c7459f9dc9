import { setTimeout as sleep } from 'node:timers/promises';
import { breakConnections } from './broken-connections.ts';
import { sendGarbage } from './garbage.ts';
import { startBenchServer } from './load.ts';
import type { BenchOptions } from './options.ts';
import { send, workloads } from './requests.ts';
import type { BenchServer } from './servers.ts';
import type { Workspace } from './workspace.ts';

export interface Hardship {
  readonly garbageBytes: number;
  readonly brokenConnections: number;
  /** Resident memory in MiB after the first and the second pass of hostile requests, each after a pause. */
  readonly memoryMiB: readonly [first: number, second: number];
  /** Number of responses to the invalid bodies, by status; 0 means no response. */
  readonly garbageStatuses: Readonly<Record<string, number>>;
  /** Number of requests that a correct client sent during the hostile requests. */
  readonly goodRequests: number;
  /** Number of requests of the correct client that got no response, or a status other than 200. */
  readonly failures: number;
  readonly survived: boolean;
}

const CONCURRENT = 500;
const CALM_MS = 5000;
const GOOD_EVERY_MS = 5;

/**
 * Sends invalid bodies and opens broken connections while a correct client sends requests. The hostile requests are
 * sent in two passes. The first pass fills the caches of Node.js and of the operating system, so that growth of memory
 * in the second pass is a leak.
 */
export async function measureHardship(
  server: BenchServer,
  workspace: Workspace,
  { garbage, broken }: BenchOptions,
): Promise<Hardship> {
  await using mock = await startBenchServer(server, workspace);
  const good = (await workloads(mock.url, server.prefix)).patch(256);
  let [goodRequests, failures] = [0, 0];
  const timer = setInterval(async () => {
    const request = good[goodRequests++ % good.length];
    const response = request && (await send(mock.url, request).catch(() => undefined));
    if (response?.status !== 200) failures++;
  }, GOOD_EVERY_MS);

  const garbageStatuses: Record<string, number> = {};
  const abuse = async () => {
    const [statuses] = await Promise.all([
      sendGarbage(mock.url, garbage),
      breakConnections(mock.url, broken, CONCURRENT),
    ]);
    for (const [status, n] of Object.entries(statuses)) garbageStatuses[status] = (garbageStatuses[status] ?? 0) + n;
    await sleep(CALM_MS);
    return mock.memory();
  };
  const memoryMiB = [await abuse(), await abuse()] as const;
  clearInterval(timer);
  const counts = { garbageBytes: garbage, brokenConnections: broken, goodRequests, failures };
  return { ...counts, memoryMiB, garbageStatuses, survived: mock.alive };
}
