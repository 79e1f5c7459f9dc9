import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runLoad } from './load.ts';
import { cpuTime, onCores, SERVER_CORE } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { updates } from './requests.ts';
import type { Samples } from './samples.ts';
import type { Workspace } from './workspace.ts';

/** The measured mocks: one with a thousand stored JWT keys, and one with many stored JWT keys. */
export const [FEW, MANY] = ['few keys', 'many keys'];
const FEW_KEYS = 1000;
/**
 * Each round starts new processes, since V8 optimises the same code differently in each process, with up to 10%
 * difference in speed.
 */
const ROUNDS = 3;
const SCRIPT = fileURLToPath(new URL('./filled-mock.ts', import.meta.url));

/** Measures PATCH requests for a thousand JWT keys, on a mock with few and on a mock with many stored JWT keys. */
export async function measureGrowth(options: BenchOptions, workspace: Workspace, samples: Samples): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    samples.add(FEW, await patchOf(FEW_KEYS, options, workspace));
    samples.add(MANY, await patchOf(options.keys, options, workspace));
  }
}

async function patchOf(keys: number, { requests, connections }: BenchOptions, workspace: Workspace) {
  const [file, args] = onCores(SERVER_CORE, [SCRIPT, String(keys)]);
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => stop(child));
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof message !== 'object' || message === null) throw new Error(`the mock of ${keys} keys ended`);
  const { url, ids, bytesPerKey } = message as { url: string; ids: string[]; bytesPerKey: number };
  const load = () => ({ url, requests: updates('/v1', ids, requests), connections, expected: '200' });
  await runLoad(workspace.load, load(), () => cpuTime(child.pid));
  const result = await runLoad(workspace.load, load(), () => cpuTime(child.pid));
  if (result.unexpected > 0) throw new Error(`the mock of ${keys} keys does not respond to each PATCH with 200`);
  return { ...result, keys, bytesPerKey, latencyUs: (connections / result.perSecond) * 1e6 };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
