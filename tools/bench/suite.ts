import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { runCases } from '../../conformance/engine/runner/runner.ts';
import { suiteOf } from '../../conformance/packs.ts';
import { SEEDED_API_KEY, seededFixtures } from '../../conformance/service/seeded-fixtures.ts';
import type { WireRequest } from '../../src/run-result/wire.ts';
import { contract } from '../../test/helpers/contract.ts';
import { startBenchServer } from './load.ts';
import { cpuTimeOfEnded, onAllCores } from './machine.ts';
import type { BenchOptions } from './options.ts';
import type { Samples } from './samples.ts';
import { type BenchServer, CONFORM } from './servers.ts';
import type { Workspace } from './workspace.ts';

/**
 * The two measured tasks: a complete run of `conform` with its reports, and only the requests of this run, sent by the
 * same client.
 */
export const [WHOLE, BARE] = ['conform', 'its bare requests'];

const REPLAY = fileURLToPath(new URL('./replay.ts', import.meta.url));
/** Number of concurrent cases, as by default in `conform`. */
const CONCURRENCY = 8;

/**
 * Measures a complete run of the suite against the mock, and only the requests of this run. The first round is a
 * warm-up, whose results are not used.
 */
export async function measureSuite(
  server: BenchServer,
  workspace: Workspace,
  { rounds }: BenchOptions,
  samples: Samples,
): Promise<void> {
  await using mock = await startBenchServer(server, workspace);
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'bench-suite-')), (path) => rm(path, { recursive: true }));
  const file = join(folder, 'requests.v8');
  const requests = await record(mock.url);
  await writeFile(file, serialize(requests));
  for (let round = 0; round <= rounds; round++) {
    await reset(mock.url);
    const { ms, cpuMs } = await timed([CONFORM, 'conform', mock.url, '--reports', folder]);
    await reset(mock.url);
    const { printed } = await timed([REPLAY, mock.url, file, String(CONCURRENCY)]);
    if (round === 0) continue;
    samples.add(WHOLE, { ms, cpuMs, requests: requests.length });
    samples.add(BARE, printed as { ms: number; cpuMs: number });
  }
}

/** Measures the processor time of a complete conformance run, with its embedded mock and its default reports. */
export async function measureConform(bin: string): Promise<Record<string, number>> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'bench-')), (path) => rm(path, { recursive: true }));
  const { ms, cpuMs } = await timed([bin, 'conform', '--reports', folder]);
  return { 'conform.ms': ms, 'conform.cpuMs': cpuMs };
}

/** Records all requests of a run. */
async function record(url: string): Promise<WireRequest[]> {
  const known = { baseUrl: url, apiKey: SEEDED_API_KEY, fixtures: await seededFixtures(url), presumed: true };
  const requests: WireRequest[] = [];
  await runCases(
    suiteOf(contract),
    { ...known, runId: 'bench', timeoutMs: 10_000 },
    { concurrency: CONCURRENCY, onExchange: (request) => void requests.push(request) },
  );
  return requests;
}

async function reset(url: string): Promise<void> {
  const { ok, status } = await fetch(`${url}/__admin/reset`, { method: 'POST' });
  if (!ok) throw new Error(`the mock responded to its reset with ${status}`);
}

/**
 * Measures the processor time of a Node.js process that may use all cores. @throws Error if the exit status of the
 * process is not 0
 */
async function timed(args: readonly string[]): Promise<{ ms: number; cpuMs: number; printed: unknown }> {
  const [file, all] = onAllCores(args);
  const [began, cpuBefore] = [performance.now(), cpuTimeOfEnded()];
  const child = spawn(file, all, { stdio: ['ignore', 'pipe', 'ignore'] });
  const printed = json(child.stdout).catch(() => undefined);
  const [status] = await once(child, 'close');
  const duration = { ms: performance.now() - began, cpuMs: cpuTimeOfEnded() - cpuBefore };
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return { ...duration, printed: await printed };
}
