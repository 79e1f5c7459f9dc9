import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMock } from '../../mock/index.ts';
import { type HostileTarget, startTarget } from './target-server.ts';

const BIN = fileURLToPath(new URL('../../src/cli/bin.cjs', import.meta.url));

/** Figures of a run of the suite against a hostile target. */
export interface Measured {
  readonly name: string;
  readonly status: number | NodeJS.Signals;
  readonly seconds: number;
  /** Largest sum of the resident memory of the command and its child processes, in MiB. */
  readonly peakMib: number;
  /** Time from SIGTERM to the end of the run, in seconds; undefined if the run got no SIGTERM. */
  readonly stopSeconds?: number;
  readonly hasReport: boolean;
  readonly largestReportMib: number;
  readonly stderr: string;
}

const MIB = 2 ** 20;
const SAMPLE_MS = 50;
/**
 * Number of requests after which a run gets SIGTERM, and the time in milliseconds after which a run with fewer requests
 * gets SIGTERM.
 */
const REQUESTS_BEFORE_STOP = 120;
const LONGEST_START_MS = 8000;
/** Time in seconds after which a run is killed. */
const LONGEST_SECONDS = 300;

/** Runs the suite against a hostile target. @param stops true to send SIGTERM to the run when its cases are in progress */
export async function measuredRun(
  target: HostileTarget,
  flags: readonly string[] = [],
  stops = false,
): Promise<Measured> {
  await using mock = await startMock({ port: 0 });
  await using server = await startTarget(target, mock.url);
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const args = ['conform', server.url, '--timeout', '1500', '--reports', folder, '--reporter', 'all', ...flags];
  const start = performance.now();
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let [stderr, peak] = ['', 0];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  let ended: number | NodeJS.Signals | undefined;
  let stoppedAt: number | undefined;
  child.on('exit', (code, signal) => {
    ended = signal ?? code ?? -1;
  });
  while (ended === undefined) {
    peak = Math.max(peak, residentOf(child.pid ?? 0));
    const elapsed = performance.now() - start;
    const isInProgress = server.requests() >= REQUESTS_BEFORE_STOP || elapsed > LONGEST_START_MS;
    if (stops && stoppedAt === undefined && isInProgress) {
      child.kill('SIGTERM');
      stoppedAt = performance.now();
    }
    if (elapsed > LONGEST_SECONDS * 1000) child.kill('SIGKILL');
    await sleep(SAMPLE_MS);
  }
  const end = performance.now();
  const sizes = readdirSync(folder).map((file) => statSync(join(folder, file)).size);
  const hasReport = existsSync(join(folder, 'report.json'));
  rmSync(folder, { recursive: true });
  return {
    name: target.name,
    status: ended,
    seconds: (end - start) / 1000,
    peakMib: peak / MIB,
    ...(stoppedAt !== undefined && { stopSeconds: (end - stoppedAt) / 1000 }),
    hasReport,
    largestReportMib: Math.max(0, ...sizes) / MIB,
    stderr,
  };
}

/** Resident memory of a process and its child processes, in bytes (Linux). */
function residentOf(pid: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const below = children === '' ? [] : children.split(' ').map(Number);
    return Number(pages) * 4096 + below.reduce((sum, one) => sum + residentOf(one), 0);
  } catch {
    return 0;
  }
}
