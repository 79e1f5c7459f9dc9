import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../src/cli/bin.cjs', import.meta.url));

/** A mock that runs in a separate process. */
export interface SpawnedMock {
  readonly url: string;
  /** Kills the process of the mock without a shutdown. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a mock in its own process, so that the test can kill this process.
 *
 * @param data value of `--data`: a file, or the URL of a database
 * @param environment further environment variables
 */
export async function spawnMock(
  data: string,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<SpawnedMock> {
  const child = spawn(process.execPath, [BIN, 'mock', '--port', '0', '--data', data, '--log', 'json', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(child, 'exit').then(() => process.off('exit', killAtExit));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
  }
  throw new Error('The mock ended before it listened.');
}
