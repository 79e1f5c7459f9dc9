import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type RunningMock, startMock } from '../../mock/index.ts';
import type { CleanupInput } from '../../src/run/provision.ts';
import { MISCHIEF, startHostileServer } from '../helpers/hostile-server.ts';
import { listen } from '../helpers/listen.ts';
import { runCli, spawnCli } from '../helpers/run-cli.ts';
import { writtenReport } from '../helpers/written-report.ts';

const KEY = 'k-hooks-71c2e9';
const PATIENCE_MS = 120_000;
const FIXTURES = {
  project: { id: '11111111-1111-4111-8111-111111111111', name: 'demo-project' },
  org: { id: '33333333-3333-4333-8333-333333333333' },
  integration: { id: '44444444-4444-4444-8444-444444444444' },
  provider: 'salesforce',
};

function startKeyed(): Promise<RunningMock> {
  return startMock({ port: 0, apiKeys: [KEY] });
}

/** A folder with a configuration, which JSON is as well. */
function prepare(configuration: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ apiKey: KEY, ...configuration }));
  return folder;
}

function says(program: string): { command: string[]; timeoutSeconds?: number } {
  return { command: [process.execPath, '-e', program] };
}

/** As soon as it tells of cases. */
function interruptAmidCases(child: ChildProcess): void {
  let isTold = false;
  child.stderr?.on('data', (chunk) => {
    if (isTold || !/\d cases/.test(String(chunk))) return;
    isTold = true;
    child.kill('SIGINT');
  });
}

/** Keeps what it is given in the file `given.json`. */
const KEEP = says("require('node:fs').writeFileSync('given.json', require('node:fs').readFileSync(0))");
const ARGS = ['conform', '--config', 'target.json', '--only', 'createInvite+behaviour'];

function given(folder: string): CleanupInput {
  return JSON.parse(readFileSync(join(folder, 'given.json'), 'utf8'));
}

test(
  'provision makes the fixtures, cleanup is given what is left, as commands',
  async () => {
    await using mock = await startKeyed();
    const folder = prepare({
      baseUrl: mock.url,
      fixtures: { org: { id: 'replaced' } },
      provision: says(`console.log(${JSON.stringify(JSON.stringify(FIXTURES))})`),
      cleanup: KEEP,
    });
    const { status, stdout, stderr } = await runCli(ARGS, { cwd: folder });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('given to the cleanup hook, which succeeded');
    const input = given(folder);
    const { leftovers, runId, cleanup } = writtenReport(folder);
    expect(input).toEqual({ baseUrl: mock.url, runId, leftovers, installationsUsed: [], fixtures: FIXTURES });
    expect(input.leftovers.filter(({ kind }) => kind === 'invite').length).toBeGreaterThan(5);
    expect(cleanup).toEqual({ outcome: 'done' });
  },
  PATIENCE_MS,
);

test(
  'hooks may be URLs, which are sent a POST',
  async () => {
    await using mock = await startKeyed();
    const calls: { method: string | undefined; path: string | undefined; body: { runId?: string } }[] = [];
    const hooks = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      calls.push({ method: request.method, path: request.url, body: JSON.parse(body) });
      response.writeHead(request.url === '/provision' ? 200 : 500).end(JSON.stringify(FIXTURES));
    });
    const url = await listen(hooks);
    const folder = prepare({
      baseUrl: mock.url,
      provision: { url: `${url}/provision` },
      cleanup: { url: `${url}/cleanup` },
    });
    const { status, stdout } = await runCli(ARGS, { cwd: folder });
    hooks.close();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /provision', 'POST /cleanup']);
    expect(calls[0]?.body).toEqual({ baseUrl: mock.url });
    // A cleanup that fails says nothing of the target.
    expect(status, stdout).toBe(0);
    const { runId, cleanup } = writtenReport(folder);
    expect(calls[1]?.body.runId).toBe(runId);
    expect(cleanup).toMatchObject({ outcome: 'failed', message: expect.stringContaining('it answered with 500') });
    for (const file of ['report.html', 'summary.md'])
      expect(readFileSync(join(folder, 'reports', file), 'utf8')).toContain('Warning: the cleanup hook');
  },
  PATIENCE_MS,
);

test.each([
  ['fails', says(`console.error('no ${KEY} here'); process.exit(7)`), /status 7: no \$CONTRACT_API_KEY here/],
  ['steers the terminal', says("console.error('\\x1b[31mred'); process.exit(7)"), /status 7: \[U\+001B\]\[31mred/],
  ['answers no JSON', says("console.log('done')"), /provision hook answers no JSON/],
  ['answers other fixtures', says('console.log(\'{"projekt": 1}\')'), /\/projekt: unknown property/],
  [
    'answers the organization twice',
    says('console.log(\'{"otherOrg": {"id": "org-1"}}\')'),
    /otherOrg\.id is the same/,
  ],
  ['never ends', { ...says('setInterval(() => {}, 1000)'), timeoutSeconds: 0.3 }, /took longer than 0\.3 s/],
  ['is not there', { command: ['no-such-program-anywhere'] }, /no-such-program-anywhere.*ENOENT/],
  ['is at no server', { url: 'http://127.0.0.1:1/make' }, /failed: it does not answer \(.+\)\./],
] as const)(
  'a provision hook that %s is a matter of configuration: exit 2, nothing is judged',
  async (_, provision, words) => {
    const fixtures = { org: { id: 'org-1' } };
    const folder = prepare({ baseUrl: 'http://127.0.0.1:1', fixtures, provision });
    const { status, stderr } = await runCli(ARGS, { cwd: folder });
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain(KEY);
    expect(status).toBe(2);
  },
);

/** A program that a hook starts and does not wait for. */
interface Descendant extends Disposable {
  /** A shell that starts the program, and does not end. */
  readonly command: string[];
  readonly started: Promise<void>;
  readonly isRunning: () => boolean;
}

/** A program that is connected for as long as it runs. */
async function descendant(): Promise<Descendant> {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  let running = 0;
  const server = createTcpServer((socket) => {
    running++;
    resolve();
    socket.on('error', () => undefined).on('close', () => running--);
  });
  const { port } = new URL(await listen(server));
  const connect = `require('node:net').connect(${port}, '127.0.0.1')`;
  const command = ['sh', '-c', `"${process.execPath}" -e "${connect}" & wait`];
  return { command, started, isRunning: () => running > 0, [Symbol.dispose]: () => server.close() };
}

/** A run that lasts until it is interrupted. */
const SLOWLY = ['conform', '--config', 'target.json', '--only', 'invites,installations', '--max-rps', '100'];
/** Signals that come closer together are one. */
const MORE_THAN_ONE_REQUEST_MS = 700;

test('a hook that takes too long ends with all that it has started', async () => {
  using program = await descendant();
  const provision = { command: program.command, timeoutSeconds: 1 };
  const folder = prepare({ baseUrl: 'http://127.0.0.1:1', provision });
  const { status, stderr } = await runCli(ARGS, { cwd: folder });
  expect(stderr).toContain('took longer than 1 s');
  expect(status).toBe(2);
  await vi.waitUntil(() => !program.isRunning(), PATIENCE_MS);
});

test(
  'calls the cleanup hook when the target is gone',
  async () => {
    await using mock = await startKeyed();
    await using slow = await startHostileServer(mock.url, MISCHIEF.hangs, (_, count) => count > 150);
    const folder = prepare({ baseUrl: slow.url, fixtures: FIXTURES, cleanup: KEEP });
    const gone = await runCli(['conform', '--config', 'target.json', '--timeout', '500'], { cwd: folder });
    expect(gone.status, gone.stdout).toBe(4);
    expect(given(folder).leftovers.length).toBeGreaterThan(5);
  },
  PATIENCE_MS,
);

test.concurrent.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a hook ends with the run, and all that it has started: %s', async (signal, want) => {
  using program = await descendant();
  const folder = prepare({ baseUrl: 'http://127.0.0.1:1', provision: { command: program.command } });
  const { status } = await spawnCli(ARGS, {
    cwd: folder,
    onStart: async (child) => {
      await program.started;
      child.kill(signal);
    },
  });
  expect(status).toBe(want);
  await vi.waitUntil(() => !program.isRunning(), PATIENCE_MS);
});

test.concurrent(
  'calls the cleanup hook after Ctrl-C',
  async () => {
    await using mock = await startKeyed();
    const other = prepare({ baseUrl: mock.url, fixtures: FIXTURES, cleanup: KEEP });
    const interrupted = await spawnCli(SLOWLY, { cwd: other, onStart: interruptAmidCases });
    expect(interrupted.status, interrupted.stdout + interrupted.stderr).toBe(3);
    const { stop, verdict, leftovers } = writtenReport(other);
    expect({ reason: stop?.reason, verdict }).toEqual({ reason: 'interrupted', verdict: 'incomplete' });
    expect(given(other).leftovers).toEqual(leftovers);
    expect(interrupted.stderr.match(/^Stopping after the cases under way; again to end at once\.$/gm)).toHaveLength(1);
  },
  PATIENCE_MS,
);

test.concurrent(
  'a second Ctrl-C ends the cleanup hook; the reports are there before',
  async () => {
    await using mock = await startKeyed();
    using program = await descendant();
    const folder = prepare({ baseUrl: mock.url, fixtures: FIXTURES, cleanup: { command: program.command } });
    const { status, stderr } = await spawnCli(SLOWLY, {
      cwd: folder,
      onStart: async (child) => {
        interruptAmidCases(child);
        await program.started;
        await delay(MORE_THAN_ONE_REQUEST_MS);
        child.kill('SIGINT');
      },
    });
    expect(status, stderr).toBe(130);
    expect(writtenReport(folder).stop?.reason).toBe('interrupted');
    await vi.waitUntil(() => !program.isRunning(), PATIENCE_MS);
  },
  PATIENCE_MS,
);
