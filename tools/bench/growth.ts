import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type LoadResult, runLoad } from './load.ts';
import type { BenchOptions } from './options.ts';
import { onCore, SERVER_CORE } from './pin.ts';
import { cpuTime } from './process-usage.ts';
import { type BenchRequest, updates } from './requests.ts';
import { median } from './statistics.ts';
import type { Workspace } from './workspace.ts';

/** A PATCH of one of a thousand keys, with as many keys stored as it says. */
export interface GrowthPoint {
  readonly keys: number;
  readonly perSecond: number;
  /** Mean latency in microseconds: connections divided by requests a second. */
  readonly latencyUs: number;
  /** Time of the mock on a processor for one request. */
  readonly cpuUs: number;
  /** Growth of the resident memory by the stored keys; means little for few. */
  readonly bytesPerKey: number;
}

interface Filled {
  readonly keys: number;
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  readonly bytesPerKey: number;
  readonly cpuTime: () => number;
  readonly rounds: LoadResult[];
}

const FEW = 1000;
/** Of each: V8 optimises the same code in another way in another process, which makes a difference of a tenth. */
const PROCESSES = 3;
const PORT = 0;
const SCRIPT = fileURLToPath(new URL('./filled-mock.ts', import.meta.url));

/** The same mock with a thousand keys and with many, some processes of each, loaded in turns. */
export async function measureGrowth(
  { keys, rounds, seconds, connections }: BenchOptions,
  workspace: Workspace,
  say: (line: string) => void,
): Promise<GrowthPoint[]> {
  await using stack = new AsyncDisposableStack();
  const counts = [FEW, keys];
  const mocks: Filled[] = [];
  for (const count of Array.from({ length: PROCESSES }, () => counts).flat()) {
    mocks.push(await fill(count, stack));
    say(`filled with ${count} keys`);
  }
  for (let round = 0; round <= rounds; round++) {
    for (const { url, requests, keys, cpuTime, rounds } of mocks) {
      const result = await runLoad(workspace.load, { url, requests, connections, seconds }, cpuTime);
      const { perSecond, cpuUs, statuses } = result;
      if (Object.keys(statuses).join() !== '200') throw new Error(`a PATCH answered ${JSON.stringify(statuses)}`);
      if (round > 0) rounds.push(result);
      say(
        `PATCH of ${keys} keys ${round === 0 ? 'warm-up' : round}: ${Math.round(perSecond)} a second, ${Math.round(cpuUs)} µs`,
      );
    }
  }
  return counts.map((keys) => {
    const filled = mocks.filter((mock) => mock.keys === keys);
    const rounds = filled.flatMap((mock) => mock.rounds);
    const perSecond = median(rounds.map(({ perSecond }) => perSecond));
    const cpuUs = median(rounds.map(({ cpuUs }) => cpuUs));
    const bytesPerKey = median(filled.map((mock) => mock.bytesPerKey));
    return { keys, perSecond, latencyUs: (connections / perSecond) * 1e6, cpuUs, bytesPerKey };
  });
}

async function fill(keys: number, stack: AsyncDisposableStack): Promise<Filled> {
  const [file, args] = onCore(SERVER_CORE, [SCRIPT, String(PORT), String(keys)]);
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  stack.defer(() => stop(child));
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof message !== 'object' || message === null) throw new Error(`the mock of ${keys} keys ended`);
  const { url, ids, bytesPerKey } = message as { url: string; ids: string[]; bytesPerKey: number };
  return { keys, url, requests: updates('/v1', ids), bytesPerKey, cpuTime: () => cpuTime(child.pid), rounds: [] };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
