import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { CLIENT_CORE, onCores } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { type BenchRequest, creation, workloads } from './requests.ts';
import { startServer } from './server-process.ts';
import type { BenchServer } from './servers.ts';
import type { Workspace } from './workspace.ts';

/** Output of `servers/load.mjs`; latencies in milliseconds. */
interface LoadReport {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly errors: number;
}

export interface Load {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
  /** First digit of the status that all responses should have: `2` or `4`. */
  readonly expected: string;
}

/** First digit of the expected status of each workload. */
const EXPECTED = { post: '2', patch: '2', rejected: '4' } as const;
/** A compared tool gets only this share of the requests, since it needs up to twenty times as long per request. */
const PEER_SHARE = 0.1;

/**
 * Sends each request of a list once, from a separate process on its own core.
 *
 * @param cpuTime returns the processor time of the server in milliseconds
 * @returns rates, latencies, the share of unexpected responses, and the server's processor time per request in
 * microseconds. Other work on the machine influences the processor time less than the other figures.
 */
export async function runLoad(script: string, { expected, ...load }: Load, cpuTime: () => number) {
  const before = cpuTime();
  const [file, args] = onCores(CLIENT_CORE, [script]);
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const { perSecond, p50, p99, statuses } = (await json(child.stdout)) as LoadReport;
  const count = load.requests.length;
  const good = Object.entries(statuses).reduce((sum, [status, n]) => sum + (status.startsWith(expected) ? n : 0), 0);
  return { cpuUs: ((cpuTime() - before) / count) * 1000, perSecond, p50, p99, unexpected: 1 - good / count };
}

/** Measures one round: the cold start of a new process, and each workload after a warm-up. */
export async function measureServer(
  server: BenchServer,
  workspace: Workspace,
  { requests, connections }: BenchOptions,
): Promise<Record<string, number>> {
  await using process = await startBenchServer(server, workspace);
  const { ms, cpuMs } = process.start;
  const measured: Record<string, number> = { startMs: ms, startCpuMs: cpuMs, memoryBefore: process.memory() };
  const count = server.kind === 'peer' ? Math.ceil(requests * PEER_SHARE) : requests;
  const offered = await workloads(process.url, server.prefix);
  for (const name of ['post', 'patch', 'rejected'] as const) {
    const load = () => ({ url: process.url, requests: offered[name](count), connections, expected: EXPECTED[name] });
    await runLoad(workspace.load, load(), process.cpuTime);
    const result = await runLoad(workspace.load, load(), process.cpuTime);
    for (const [metric, value] of Object.entries(result)) measured[`${name}.${metric}`] = value;
  }
  return { ...measured, memoryAfter: process.memory() };
}

/** Starts a server of the bench. @throws Error if the server does not start */
export function startBenchServer(server: BenchServer, workspace: Workspace) {
  const { document, folderOf } = workspace;
  return startServer((port) => server.command({ folder: folderOf(server), document, port }), creation(server.prefix));
}
