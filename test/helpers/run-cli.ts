import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../src/cli/bin.cjs', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told of the process when it has started. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** The environment without what flags are taken from: a test says all that it runs with. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CONTRACT_')));
}

/** Runs the command as a user does, to its end. */
export function runCli(args: readonly string[], { cwd, env = {}, onStart }: CliOptions): Promise<Finished> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...inherited(), NO_COLOR: '1', ...env } });
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
