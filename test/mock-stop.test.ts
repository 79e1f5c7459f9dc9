import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = fileURLToPath(new URL('../src/cli/bin.cjs', import.meta.url));
const started: ChildProcess[] = [];

/** Ends all processes of a test by their process groups, since each command leads a process group. */
afterEach(() => {
  for (const { pid } of started.splice(0)) {
    try {
      process.kill(-Number(pid), 'SIGKILL');
    } catch {
      // All processes of the group have ended.
    }
  }
});

/** Starts a command and waits for the line that names the URL of its mock. */
async function start(command: string, args: readonly string[], env: Record<string, string | undefined> = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, NO_COLOR: '1', npm_lifecycle_event: undefined, ...env },
    stdio: 'pipe',
  });
  started.push(child);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        const found = /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
        if (found) resolve(found);
      });
    }
    child.once('exit', () => reject(new Error(`the command ended: ${output}`)));
  });
  return { child, url, ended: once(child, 'exit') as Promise<[number | null, string | null]>, output: () => output };
}

const mock = () => start(process.execPath, [BIN, 'mock', '--port', '0']);

/** Sends a request whose response the mock delays by `ms` milliseconds. */
function slow(url: string, ms: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json', Prefer: `delay=${ms}` };
    const options = { method: 'POST', headers, agent: new Agent({ keepAlive: true }) };
    request(`${url}/v1/orgs/33333333-3333-4333-8333-333333333333/invites`, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end('{"email": "ada@example.com"}');
  });
}

/**
 * Sends two requests one after the other. When the sender has both responses, the mock has received every request that
 * any client sent before the two requests.
 */
async function waitForArrival(url: string): Promise<void> {
  await fetch(`${url}/__admin/health`);
  await fetch(`${url}/__admin/health`);
}

async function waitForStop(url: string): Promise<void> {
  const isStopped = () =>
    fetch(`${url}/__admin/health`).then(
      () => false,
      () => true,
    );
  await expect.poll(isStopped).toBe(true);
}

describe.each(['SIGINT', 'SIGTERM'] as const)('a mock that gets %s', (signal) => {
  test('finishes the request in flight after a signal, and then exits 0', async () => {
    const { child, url, ended } = await mock();
    const inFlight = slow(url, 1000);
    await waitForArrival(url);
    child.kill(signal);
    expect(await inFlight).toBe(201);
    expect(await ended).toEqual([0, null]);
  });

  test('prints that the mock waits for requests, and ends immediately after a second signal', async () => {
    const { child, url, ended, output } = await mock();
    const inFlight = expect(slow(url, 20_000)).rejects.toThrow(/hang up|ECONNRESET/);
    await waitForArrival(url);
    child.kill(signal);
    await expect.poll(output).toContain('Ctrl-C again');
    child.kill(signal);
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    await inFlight;
  });

  test('counts the signals of the terminal and of npm as one signal', async () => {
    const { child, url, ended } = await mock();
    const inFlight = slow(url, 1000);
    await waitForArrival(url);
    child.kill(signal);
    child.kill(signal);
    expect(await inFlight).toBe(201);
    expect(await ended).toEqual([0, null]);
  });
});

describe('a mock that npm started', () => {
  test('stops the mock if the signal is sent only to npm', async () => {
    const { child, url } = await start('npm', ['start', '--', '--port', '0']);
    child.kill('SIGTERM');
    await waitForStop(url);
  });

  test('keeps the mock running if a script of another package started the mock in the background and has ended', async () => {
    const script = `"${process.execPath}" "${BIN}" mock --port 0 & read -r end`;
    const { child, url, ended } = await start('sh', ['-c', script], {
      npm_lifecycle_event: 'start',
      npm_package_name: 'other',
    });
    child.stdin?.end();
    await ended;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await fetch(`${url}/__admin/health`)).status).toBe(200);
  });
});
