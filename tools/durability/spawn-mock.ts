import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../src/cli/bin.cjs', import.meta.url));

/** Starts a mock in its own process, which can be killed. */
export async function spawnMock(file: string): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [BIN, 'mock', '--port', '0', '--data', file, '--log', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      kill: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error('The mock ended before it listened.');
}
