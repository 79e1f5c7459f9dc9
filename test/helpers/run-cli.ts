import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCases } from '../../conformance/engine/runner/runner.ts';
import { type RunSuite, suiteAt } from '../../conformance/index.ts';
import { run } from '../../src/cli/program.ts';

export const BIN = fileURLToPath(new URL('../../src/cli/bin.cjs', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Command that runs in the process of the test. */
export interface StartedCommand {
  readonly finished: Promise<Finished>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Asks the command to stop, as a signal would. */
  readonly stop: () => void;
}

/** Runs the command in the process of the test, and the cases without vitest. */
export function runCli(args: readonly string[], options: CliOptions): Promise<Finished> {
  return startCli(args, options).finished;
}

/** Starts the command in this process. */
export function startCli(args: readonly string[], options: CliOptions): StartedCommand {
  const output = { stdout: '', stderr: '' };
  const keep = (name: keyof typeof output) => ({
    write: (text: string | Uint8Array) => {
      output[name] += text;
      return true;
    },
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const context = { stdout: keep('stdout'), stderr: keep('stderr'), stopRequest: () => stopped, runSuite };
  const finished = inSurroundings(options, () => run(args, context)).then((status) => ({ status, ...output }));
  return { finished, stdout: () => output.stdout, stderr: () => output.stderr, stop };
}

const runSuite: RunSuite = async ({ spec, trusted, packs, target, ...input }, { concurrency = 8, ...options } = {}) =>
  runCases(await suiteAt(spec, trusted, packs), target, { ...input, ...options, concurrency });

/**
 * Working folder and environment of the running commands, with a function that restores the folder and environment of
 * the process.
 */
let surroundings: { readonly key: string; readonly restore: () => void; commands: number } | undefined;

/**
 * Runs a function in a working folder and an environment. A process has only one working folder and one environment, so
 * concurrent commands must have the same folder and the same environment.
 */
async function inSurroundings<T>(options: CliOptions, act: () => Promise<T>): Promise<T> {
  const key = JSON.stringify(options);
  if (surroundings && surroundings.key !== key)
    throw new Error(`A command cannot start in ${key}: another command runs in ${surroundings.key}.`);
  surroundings ??= { key, restore: enter(options), commands: 0 };
  const entered = surroundings;
  entered.commands++;
  try {
    return await act();
  } finally {
    if (--entered.commands === 0) {
      surroundings = undefined;
      entered.restore();
    }
  }
}

function enter({ cwd, env = {} }: CliOptions): () => void {
  const [folder, environment] = [process.cwd(), process.env];
  process.chdir(cwd);
  process.env = environmentOf(env);
  return () => {
    process.chdir(folder);
    process.env = environment;
  };
}

/** Environment without the variables of flags, so that a test depends only on its own settings. */
function environmentOf(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CONTRACT_'));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env };
}

export interface SpawnOptions extends CliOptions {
  /** Function that is called with the started process. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs the command in a new process, as a user does, with the cases in vitest. */
export function spawnCli(args: readonly string[], { cwd, env = {}, onStart }: SpawnOptions): Promise<Finished> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env: environmentOf(env) });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  onStart?.(child);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}
