import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/index.ts';
import type { RunResult } from '../../src/run-result/run-result.ts';
import {
  HOSTILE_BEHAVIOURS,
  type HostileBehaviour,
  type HostileServer,
  startHostileServer,
} from '../helpers/hostile-server.ts';
import { sampleResult } from '../helpers/report/sample-result.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const TIMEOUT_MS = 180_000;
const MIB = 2 ** 20;

interface Judged {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly result: RunResult | undefined;
  readonly server: Pick<HostileServer, 'requests' | 'bytes'>;
}

/** Longer timeout for tests that expect passed requirements: the machine that runs the tests may be slow. */
const LONG_TIMEOUT = ['--timeout', '3000'];

let runs = 0;

/** Judges a mock behind a hostile server. */
async function judge(
  behaviour: HostileBehaviour,
  applies: Parameters<typeof startHostileServer>[2],
  args: readonly string[] = [],
): Promise<Judged> {
  await using mock = await startMock({ port: 0 });
  await using server = await startHostileServer(mock.url, behaviour, applies);
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

const always = () => true;
const fromRequest200 = (_: unknown, count: number) => count > 200;
const isInvite = ({ url = '', method }: IncomingMessage) => method === 'POST' && url.endsWith('/invites');

const ALL: readonly (readonly [what: keyof typeof HOSTILE_BEHAVIOURS])[] = [
  ['hangs'],
  ['resets'],
  ['drips'],
  ['has no end'],
  ['sends a gzip bomb'],
  ['announces more than it sends'],
  ['does not speak HTTP'],
];

test.concurrent.each(ALL)(
  'exits 4 for a target that %s from the start',
  async (what) => {
    const { status, stderr, server, result } = await judge(HOSTILE_BEHAVIOURS[what], always);
    expect(stderr).toMatch(/^integration-contract: .* does not respond.*\n$/);
    expect(status).toBe(4);
    expect(result).toBeUndefined();
    expect(server.bytes).toBeLessThan(64 * MIB);
  },
  TIMEOUT_MS,
);

test('removes the reports of earlier runs, except the baseline, if a run has no verdict', async () => {
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

test.concurrent.each([['dies'], ['hangs'], ['drips'], ['does not speak HTTP']] as const)(
  'exits 4 with a report for a target that %s during the run',
  async (what) => {
    const { status, stdout, result, server } = await judge(HOSTILE_BEHAVIOURS[what], fromRequest200, [
      ...LONG_TIMEOUT,
      '--only',
      'jwt-keys',
    ]);
    expect(status, stdout).toBe(4);
    expect(result?.stop).toMatchObject({
      reason: 'gone',
      message: expect.stringContaining('stopped responding after'),
    });
    expect(stdout).toMatch(
      /^The run ended early: the target stopped responding.*[^.]\.$[\s\S]*^The target stopped responding during th(?:is|ese) requests?/m,
    );
    expect(result?.requirements.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(result?.verdict).toBe('incomplete');
    expect(result?.counts.untestable).toBeGreaterThan(20);
    expect(server.requests).toBeLessThan(300);
  },
  TIMEOUT_MS,
);

test.concurrent.each([['hangs'], ['sends a gzip bomb'], ['resets']] as const)(
  'exits 1 for a target with an operation that %s',
  async (what) => {
    const { status, result, stdout } = await judge(HOSTILE_BEHAVIOURS[what], isInvite, [
      '--only',
      'createInvite+behaviour,createInvite+survives',
    ]);
    expect(status, stdout).toBe(1);
    expect(result?.stop?.reason).not.toBe('gone');
    expect(result?.requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual(['D15']);
  },
  TIMEOUT_MS,
);

test.concurrent(
  'judges other requests correctly after a response with more bytes than its `Content-Length`',
  async () => {
    const { status, result } = await judge(HOSTILE_BEHAVIOURS['sends more than it announces'], isInvite, [
      // The timeout is long for a busy machine; the target itself never hangs.
      ...['--timeout', '30000'],
      '--only',
      'createInvite+survives,D54',
    ]);
    expect(status).toBe(1);
    expect(result?.requirements.find(({ id }) => id === 'D54')?.outcome).toBe('passed');
  },
  TIMEOUT_MS,
);

test.concurrent(
  'exits 1 with one failure of D01 for a target that redirects everything',
  async () => {
    const { status, result, server } = await judge(HOSTILE_BEHAVIOURS.redirects, always, [
      ...LONG_TIMEOUT,
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
  TIMEOUT_MS,
);

test.concurrent.each([['throttles for long'], ['is unavailable for long']] as const)(
  'exits 3 for a target that %s',
  async (what) => {
    const { status, result, stdout } = await judge(HOSTILE_BEHAVIOURS[what], always, ['--only', 'invites']);
    expect(status, stdout).toBe(3);
    expect(result?.stop?.reason).toBe('throttled');
    expect(result?.counts).toMatchObject({ failed: 0, warned: 0 });
  },
  TIMEOUT_MS,
);

test.concurrent(
  'exits 0 for a target that sometimes throttles requests',
  async () => {
    const { status, stdout } = await judge(HOSTILE_BEHAVIOURS.throttles, (_, count) => count % 40 === 0, [
      ...LONG_TIMEOUT,
      '--only',
      'createJwtKey+authentication',
    ]);
    expect(status, stdout).toBe(0);
  },
  TIMEOUT_MS,
);
