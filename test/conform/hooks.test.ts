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
import { HOSTILE_BEHAVIOURS, startHostileServer } from '../helpers/hostile-server.ts';
import { listen } from '../helpers/listen.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli, spawnCli } from '../helpers/run-cli.ts';

const KEY = 'k-hooks-71c2e9';
const TIMEOUT_MS = 120_000;
const FIXTURES = {
  project: { id: '11111111-1111-4111-8111-111111111111', name: 'demo-project' },
  org: { id: '33333333-3333-4333-8333-333333333333' },
  integration: { id: '44444444-4444-4444-8444-444444444444' },
  provider: 'salesforce',
};

function startKeyed(): Promise<RunningMock> {
  return startMock({ port: 0, apiKeys: [KEY] });
}

/** Creates a folder with a configuration file in JSON. */
function prepare(configuration: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ apiKey: KEY, ...configuration }));
  return folder;
}

function nodeHook(program: string): { command: string[]; timeoutSeconds?: number } {
  return { command: [process.execPath, '-e', program] };
}

/** Sends a signal to the command when the command shows the progress of its cases. */
function interruptDuringCases(child: ChildProcess): void {
  let isInterrupted = false;
  child.stderr?.on('data', (chunk) => {
    if (isInterrupted || !/\d cases/.test(String(chunk))) return;
    isInterrupted = true;
    child.kill('SIGINT');
  });
}

/** Command of a hook that writes its input to the file `given.json`. */
const KEEP_INPUT = nodeHook("require('node:fs').writeFileSync('given.json', require('node:fs').readFileSync(0))");
const ARGS = ['conform', '--reporter', 'json,html,md', '--config', 'target.json', '--only', 'createInvite+behaviour'];

function inputOfHook(folder: string): CleanupInput {
  return JSON.parse(readFileSync(join(folder, 'given.json'), 'utf8'));
}

test(
  'creates fixtures with a provision command, and passes the created records to a cleanup command',
  async () => {
    await using mock = await startKeyed();
    const folder = prepare({
      baseUrl: mock.url,
      fixtures: { org: { id: 'replaced' } },
      provision: nodeHook(`console.log(${JSON.stringify(JSON.stringify(FIXTURES))})`),
      cleanup: KEEP_INPUT,
    });
    const { status, stdout, stderr } = await runCli(ARGS, { cwd: folder });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('The cleanup hook received the list of the created and deleted records, and succeeded.');
    const input = inputOfHook(folder);
    const { leftovers, runId, cleanup } = writtenReport(folder);
    expect(input).toEqual({ baseUrl: mock.url, runId, leftovers, installationsUsed: [], fixtures: FIXTURES });
    expect(input.leftovers.filter(({ kind }) => kind === 'invite').length).toBeGreaterThan(5);
    expect(cleanup).toEqual({ outcome: 'done' });
  },
  TIMEOUT_MS,
);

test(
  'sends a POST to a hook with a URL',
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
    // A failed cleanup does not change the verdict.
    expect(status, stdout).toBe(0);
    const { runId, cleanup } = writtenReport(folder);
    expect(calls[1]?.body.runId).toBe(runId);
    expect(cleanup).toMatchObject({ outcome: 'failed', message: expect.stringContaining('the response is 500') });
    for (const file of ['report.html', 'summary.md'])
      expect(readFileSync(join(folder, 'reports', file), 'utf8')).toContain('Warning: the cleanup hook');
  },
  TIMEOUT_MS,
);

test.each([
  ['fails', nodeHook(`console.error('no ${KEY} here'); process.exit(7)`), /status 7: no \$CONTRACT_API_KEY here/],
  [
    'writes control characters',
    nodeHook("console.error('\\x1b[31mred'); process.exit(7)"),
    /status 7: \[U\+001B\]\[31mred/,
  ],
  ['writes no JSON', nodeHook("console.log('done')"), /The output of the provision hook is not JSON/],
  ['writes unknown fixtures', nodeHook('console.log(\'{"projekt": 1}\')'), /\/projekt: unknown property/],
  [
    'writes the organization twice',
    nodeHook('console.log(\'{"otherOrg": {"id": "org-1"}}\')'),
    /otherOrg\.id is the same/,
  ],
  ['never ends', { ...nodeHook('setInterval(() => {}, 1000)'), timeoutSeconds: 0.3 }, /took longer than 0\.3 s/],
  ['does not exist', { command: ['no-such-program-anywhere'] }, /no-such-program-anywhere.*ENOENT/],
  ['does not respond', { url: 'http://127.0.0.1:1/make' }, /failed: there is no response \(.+\)\./],
] as const)('exits 2 before the run for a provision hook that %s', async (_, provision, words) => {
  const fixtures = { org: { id: 'org-1' } };
  const folder = prepare({ baseUrl: 'http://127.0.0.1:1', fixtures, provision });
  const { status, stderr } = await runCli(ARGS, { cwd: folder });
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain(KEY);
  expect(status).toBe(2);
});

/** Background program that a hook starts, and that runs until a test ends it. */
interface Descendant extends Disposable {
  /** Shell command of a hook that starts the background program, and does not end. */
  readonly command: string[];
  readonly started: Promise<void>;
  readonly isRunning: () => boolean;
}

/** Creates a program that keeps a connection open while it runs. */
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

/** Arguments of a run that lasts until a signal interrupts it. */
const SLOW_RUN = ['conform', '--config', 'target.json', '--only', 'invites,installations', '--max-rps', '100'];
/**
 * Time in milliseconds between two signals; signals that are closer together count as one
 * signal.
 */
const MORE_THAN_ONE_REQUEST_MS = 700;

test('ends a hook that takes too long, and the programs that the hook started', async () => {
  using program = await descendant();
  const provision = { command: program.command, timeoutSeconds: 1 };
  const folder = prepare({ baseUrl: 'http://127.0.0.1:1', provision });
  const { status, stderr } = await runCli(ARGS, { cwd: folder });
  expect(stderr).toContain('took longer than 1 s');
  expect(status).toBe(2);
  await vi.waitUntil(() => !program.isRunning(), TIMEOUT_MS);
});

test(
  'calls the cleanup hook if the target stops responding',
  async () => {
    await using mock = await startKeyed();
    await using slow = await startHostileServer(mock.url, HOSTILE_BEHAVIOURS.hangs, (_, count) => count > 150);
    const folder = prepare({ baseUrl: slow.url, fixtures: FIXTURES, cleanup: KEEP_INPUT });
    const unreachable = await runCli(['conform', '--config', 'target.json', '--timeout', '1500'], { cwd: folder });
    expect(unreachable.status, unreachable.stdout).toBe(4);
    expect(inputOfHook(folder).leftovers.length).toBeGreaterThan(5);
  },
  TIMEOUT_MS,
);

test.concurrent.each([
  ['SIGINT', 130, 'conform'],
  ['SIGTERM', 143, 'conform'],
  ['SIGTERM', 143, 'test'],
] as const)(
  'ends a running hook and its programs after the signal %s, with the exit status %i: %s',
  async (signal, want, command) => {
    using program = await descendant();
    const folder = prepare({ baseUrl: 'http://127.0.0.1:1', provision: { command: program.command } });
    const { status } = await spawnCli([command, ...ARGS.slice(1)], {
      cwd: folder,
      onStart: async (child) => {
        await program.started;
        child.kill(signal);
      },
    });
    expect(status).toBe(want);
    await vi.waitUntil(() => !program.isRunning(), TIMEOUT_MS);
  },
);

test.concurrent(
  'calls the cleanup hook after Ctrl-C',
  async () => {
    await using mock = await startKeyed();
    const other = prepare({ baseUrl: mock.url, fixtures: FIXTURES, cleanup: KEEP_INPUT });
    const interrupted = await spawnCli(SLOW_RUN, { cwd: other, onStart: interruptDuringCases });
    expect(interrupted.status, interrupted.stdout + interrupted.stderr).toBe(3);
    const { stop, verdict, leftovers } = writtenReport(other);
    expect({ reason: stop?.reason, verdict }).toEqual({ reason: 'interrupted', verdict: 'incomplete' });
    expect(inputOfHook(other).leftovers).toEqual(leftovers);
    expect(
      interrupted.stderr.match(
        /^Stopping after the cases in progress\. Press Ctrl-C again to end the run immediately\.$/gm,
      ),
    ).toHaveLength(1);
  },
  TIMEOUT_MS,
);

test.concurrent(
  'ends the cleanup hook after a second Ctrl-C, and keeps the reports',
  async () => {
    await using mock = await startKeyed();
    using program = await descendant();
    const folder = prepare({ baseUrl: mock.url, fixtures: FIXTURES, cleanup: { command: program.command } });
    const { status, stderr } = await spawnCli(SLOW_RUN, {
      cwd: folder,
      onStart: async (child) => {
        interruptDuringCases(child);
        await program.started;
        await delay(MORE_THAN_ONE_REQUEST_MS);
        child.kill('SIGINT');
      },
    });
    expect(status, stderr).toBe(130);
    expect(writtenReport(folder).stop?.reason).toBe('interrupted');
    await vi.waitUntil(() => !program.isRunning(), TIMEOUT_MS);
  },
  TIMEOUT_MS,
);
