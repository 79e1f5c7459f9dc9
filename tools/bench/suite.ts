import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Target } from '../../conformance/connection/target.ts';
import { runCases } from '../../conformance/engine/runner.ts';
import { suiteOf } from '../../conformance/packs.ts';
import { SEEDED_API_KEY, seededFixtures } from '../../conformance/service/seeded-fixtures.ts';
import { contract } from '../../test/helpers/contract.ts';
import type { BenchOptions } from './options.ts';
import { onAllCores } from './pin.ts';
import { cpuTimeOfEnded } from './process-usage.ts';
import { type RecordedRequests, type Replay, recorded } from './recorded-request.ts';
import { type BenchServer, CONFORM } from './servers.ts';
import { median } from './statistics.ts';
import { startBenchServer } from './throughput.ts';
import type { Workspace } from './workspace.ts';

/** Time as a clock shows it, and time on a processor; medians, in milliseconds. */
export interface Duration {
  readonly ms: number;
  readonly cpuMs: number;
}

export interface SuiteMeasure {
  readonly requests: number;
  readonly concurrency: number;
  /** `conform` against the mock, from the start of its process to its end: reports and all. */
  readonly whole: Duration;
  /** Of that, what the report calls the duration of the run. */
  readonly runMs: number;
  /** The same requests sent by the suite's client, and nothing else: from the first one to the last answer. */
  readonly bare: Duration;
  /** The same, but each after the answer to the one before. */
  readonly bareInTurn: Duration;
  /** The program that sends them, from the start of its process to its end. */
  readonly bareProgram: Duration;
}

interface Round {
  readonly whole: Duration;
  readonly runMs: number;
  readonly bare: Duration;
  readonly bareInTurn: Duration;
  readonly bareProgram: Duration;
}

const REPLAY = fileURLToPath(new URL('./replay.ts', import.meta.url));
/** As `conform` has it. */
const CONCURRENCY = 8;

/**
 * The whole suite against this mock, and its requests alone, in turns: with each of them the mock begins anew. The
 * first turn, which fills the caches of the system and of Node, is not counted.
 */
export async function measureSuite(
  server: BenchServer,
  workspace: Workspace,
  { starts }: BenchOptions,
  say: (line: string) => void,
): Promise<SuiteMeasure> {
  await using mock = await startBenchServer(server, workspace);
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'bench-suite-')), (path) => rm(path, { recursive: true }));
  const file = join(folder, 'requests.json');
  const requests = await record(mock.url);
  await writeFile(file, JSON.stringify({ url: mock.url, requests } satisfies RecordedRequests));
  const rounds: Round[] = [];
  for (let turn = 0; turn <= starts; turn++) {
    await reset(mock.url);
    const whole = await timed([CONFORM, 'conform', mock.url, '--reports', folder]);
    const { durationMs } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as { durationMs: number };
    await reset(mock.url);
    const { said: bare, ...bareProgram } = await timed([REPLAY, file, String(CONCURRENCY)]);
    await reset(mock.url);
    const { said: bareInTurn } = await timed([REPLAY, file, '1']);
    const round = { whole, runMs: durationMs, bare: bare as Replay, bareInTurn: bareInTurn as Replay, bareProgram };
    if (turn > 0) rounds.push(round);
    say(`suite ${turn} of ${starts}: ${Math.round(whole.ms)} ms, its requests ${Math.round(round.bare.ms)} ms`);
  }
  const of = (pick: (round: Round) => Duration): Duration => ({
    ms: median(rounds.map((round) => pick(round).ms)),
    cpuMs: median(rounds.map((round) => pick(round).cpuMs)),
  });
  return {
    requests: requests.length,
    concurrency: CONCURRENCY,
    whole: of(({ whole }) => whole),
    runMs: median(rounds.map(({ runMs }) => runMs)),
    bare: of(({ bare }) => bare),
    bareInTurn: of(({ bareInTurn }) => bareInTurn),
    bareProgram: of(({ bareProgram }) => bareProgram),
  };
}

/** Every request of a run, in the order in which they were answered: also what no report shows. */
async function record(url: string): Promise<RecordedRequests['requests']> {
  const fixtures = await seededFixtures(url);
  const target: Target = {
    ...{ baseUrl: url, apiKey: SEEDED_API_KEY, fixtures, presumed: true },
    ...{ runId: 'bench', timeoutMs: 10_000 },
  };
  const requests: RecordedRequests['requests'][number][] = [];
  const onExchange = (request: Parameters<typeof recorded>[0]) => void requests.push(recorded(request));
  await runCases(suiteOf(contract), target, { concurrency: CONCURRENCY, onExchange });
  return requests;
}

async function reset(url: string): Promise<void> {
  const { ok, status } = await fetch(`${url}/__admin/reset`, { method: 'POST' });
  if (!ok) throw new Error(`the mock answered its reset with ${status}`);
}

/** Runs Node on any core. @throws Error when it does not end with 0 */
async function timed(args: readonly string[]): Promise<Duration & { readonly said: unknown }> {
  const [file, all] = onAllCores(args);
  const [began, cpuBefore] = [performance.now(), cpuTimeOfEnded()];
  const child = spawn(file, all, { stdio: ['ignore', 'pipe', 'ignore'] });
  const said = json(child.stdout).catch(() => undefined);
  const [status] = await once(child, 'close');
  const duration = { ms: performance.now() - began, cpuMs: cpuTimeOfEnded() - cpuBefore };
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return { ...duration, said: await said };
}
