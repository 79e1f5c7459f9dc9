import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import type { RunResult } from '../../src/run-result/run-result.ts';
import { type HostileServer, MISCHIEF, type Mischief, startHostileServer } from '../helpers/hostile-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { sampleResult } from '../helpers/sample-result.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const PATIENCE_MS = 180_000;
const MIB = 2 ** 20;

interface Judged {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly result: RunResult | undefined;
  readonly server: Pick<HostileServer, 'requests' | 'bytes'>;
}

/** Where the correct half of the server is judged too: this machine may be slow, and that is no failure of it. */
const UNHURRIED = ['--timeout', '3000'];

let runs = 0;

/** Judges a mock through a server that plays up. */
async function judge(
  mischief: Mischief,
  strikes: Parameters<typeof startHostileServer>[2],
  args: readonly string[] = [],
): Promise<Judged> {
  await using mock = await startMock({ port: 0 });
  await using server = await startHostileServer(mock.url, mischief, strikes);
  const reports = `run-${runs++}`;
  const finished = await runCli(['conform', server.url, '--timeout', '1500', '--reports', reports, ...args], {
    cwd: folder,
  });
  const { requests, bytes } = server;
  return { ...finished, server: { requests, bytes }, result: read(reports) };
}

function read(reports: string): RunResult | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, reports, 'report.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

const fromTheStart = () => true;
const fromRequest200 = (_: unknown, count: number) => count > 200;
const isInvite = ({ url = '', method }: IncomingMessage) => method === 'POST' && url.endsWith('/invites');

const ALL: readonly (readonly [what: keyof typeof MISCHIEF])[] = [
  ['hangs'],
  ['resets'],
  ['drips'],
  ['has no end'],
  ['sends a gzip bomb'],
  ['promises more than it sends'],
  ['speaks no HTTP'],
];

test.concurrent.each(ALL)(
  'a target that %s from the start is unreachable: exit 4',
  async (what) => {
    const { status, stderr, server, result } = await judge(MISCHIEF[what], fromTheStart);
    expect(stderr).toMatch(/^integration-contract: .* does not respond.*\n$/);
    expect(status).toBe(4);
    expect(result).toBeUndefined();
    expect(server.bytes).toBeLessThan(64 * MIB);
  },
  PATIENCE_MS,
);

test('of a run that came to no verdict, no earlier report is left, but for the one that it was to be compared with', async () => {
  const reports = mkdtempSync(join(tmpdir(), 'stale-'));
  const run = (...args: string[]) =>
    runCli(['conform', 'http://127.0.0.1:1', '--reports', reports, ...args], { cwd: reports });
  const [report, badge] = ['report.json', 'badge.svg'].map((name) => join(reports, name)) as [string, string];
  const conforming = JSON.stringify(sampleResult);
  writeFileSync(report, conforming);
  writeFileSync(badge, 'conforming');
  expect(await run('--baseline', report)).toMatchObject({ status: 4 });
  expect(readFileSync(report, 'utf8')).toBe(conforming);
  expect(existsSync(badge)).toBe(false);
  expect(await run()).toMatchObject({ status: 4 });
  expect(existsSync(report)).toBe(false);
});

test.concurrent.each([['dies'], ['hangs'], ['drips'], ['speaks no HTTP']] as const)(
  'a target that %s in the middle ends the run: exit 4, with a report of what was done',
  async (what) => {
    const { status, stdout, result, server } = await judge(MISCHIEF[what], fromRequest200, [
      ...UNHURRIED,
      '--only',
      'jwt-keys',
    ]);
    expect(status, stdout).toBe(4);
    expect(result?.stop).toMatchObject({
      reason: 'gone',
      message: expect.stringContaining('stopped responding after'),
    });
    expect(stdout).toMatch(
      /^The run ended early: the target stopped responding.*[^.]\.$[\s\S]*^Th(?:is|ese) requests? w(?:as|ere) under way/m,
    );
    expect(result?.requirements.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(result?.verdict).toBe('incomplete');
    expect(result?.counts.untestable).toBeGreaterThan(20);
    expect(server.requests).toBeLessThan(300);
  },
  PATIENCE_MS,
);

test.concurrent.each([['hangs'], ['sends a gzip bomb'], ['resets']] as const)(
  'an operation that %s is a failure of it, not the end of the target: exit 1',
  async (what) => {
    const { status, result, stdout } = await judge(MISCHIEF[what], isInvite, [
      '--only',
      'createInvite+behaviour,createInvite+survives',
    ]);
    expect(status, stdout).toBe(1);
    expect(result?.stop?.reason).not.toBe('gone');
    expect(result?.requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual(['D15']);
  },
  PATIENCE_MS,
);

test.concurrent(
  'an answer with more than it promises does not harm the others',
  async () => {
    const { status, result } = await judge(MISCHIEF['sends more than it promises'], isInvite, [
      ...UNHURRIED,
      '--only',
      'createInvite+survives,D54',
    ]);
    expect(status).toBe(1);
    expect(result?.requirements.find(({ id }) => id === 'D54')?.outcome).toBe('passed');
  },
  PATIENCE_MS,
);

test.concurrent(
  'a target that redirects everything is followed nowhere, and told so once: exit 1, D01',
  async () => {
    const { status, result, server } = await judge(MISCHIEF.redirects, fromTheStart, [
      ...UNHURRIED,
      '--only',
      'invites,D01',
    ]);
    expect(status).toBe(1);
    const failed = result?.requirements.filter(({ outcome }) => outcome === 'failed') ?? [];
    expect(failed.map(({ id }) => id)).toEqual(['D01']);
    expect(failed[0]).toMatchObject({
      message: expect.stringContaining('every operation responds with a redirect'),
      actual: expect.stringContaining('http://127.0.0.1:1/elsewhere'),
    });
    expect(server.requests).toBeLessThan(20);
  },
  PATIENCE_MS,
);

test.concurrent.each([['throttles for long'], ['has no time']] as const)(
  'a target that %s throughout is untestable, not nonconforming: exit 3',
  async (what) => {
    const { status, result, stdout } = await judge(MISCHIEF[what], fromTheStart, ['--only', 'invites']);
    expect(status, stdout).toBe(3);
    expect(result?.stop?.reason).toBe('throttled');
    expect(result?.counts).toMatchObject({ failed: 0, warned: 0 });
  },
  PATIENCE_MS,
);

test.concurrent(
  'a target that throttles now and then is waited for, and conforms: exit 0',
  async () => {
    const { status, stdout } = await judge(MISCHIEF.throttles, (_, count) => count % 40 === 0, [
      ...UNHURRIED,
      '--only',
      'createJwtKey+authentication',
    ]);
    expect(status, stdout).toBe(0);
  },
  PATIENCE_MS,
);
