import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startMock } from '../../test/helpers/mock.ts';

const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/**
 * A rule pack with a case that waits a second, in which other cases send their records, and then blocks the thread for
 * ever.
 */
const PACKS = `
import { documentPack } from ${url('../derived/index.ts')};
const run = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  for (;;);
};
const blocking = { id: 'blocks', title: 'blocks the thread', rules: ['auth-required'], run };
const group = { name: 'blocking', tag: 'behaviour', phase: 'early', cases: () => [blocking] };
export const packs = [documentPack, () => ({ requirements: [], groups: () => [group] })];
`;

/**
 * A script that runs the suite and prints how many seconds the run takes to end. The code in `start` defines when the
 * script calls its function `abort`, which ends the run.
 */
const script = (start: string) => `
import { runSuite } from ${url('./run-suite.ts')};
import { OPENAPI_FILE } from ${url('../../src/project.ts')};
const packs = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(PACKS)});
const target = { baseUrl: process.argv[1], apiKey: 'test-key', fixtures: {}, presumed: false, runId: 'r', timeoutMs: 5000 };
const ending = new AbortController();
let aborted;
const abort = () => {
  aborted = performance.now();
  ending.abort();
};
let onCase;
${start}
const records = await runSuite({ target, spec: OPENAPI_FILE, packs, trusted: true }, { onCase, signal: ending.signal });
console.log(JSON.stringify({ records: records.length, seconds: (performance.now() - aborted) / 1000 }));
`;

/** Aborts the run while a case blocks the thread. */
const LATE = `
let timer;
onCase = () => {
  timer ??= setTimeout(abort, 3000);
};
`;
/** Sends SIGTERM to this process when Vitest begins to handle signals, before Vitest has started. */
const EARLY = `
process.on('SIGTERM', abort);
process.once('newListener', () => setTimeout(() => process.kill(process.pid, 'SIGTERM'), 0));
`;

async function secondsToEnd(start: string): Promise<{ records: number; seconds: number }> {
  await using mock = await startMock({ port: 0 });
  const args = ['--input-type=module', '--eval', script(start), mock.url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 90_000 });
  return JSON.parse(stdout);
}

test('ends the run within 30 seconds after the signal, although a case blocks its thread', async () => {
  const { records, seconds } = await secondsToEnd(LATE);
  expect(records).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(30);
}, 100_000);

test('ends the run with a result if the signal comes while Vitest starts', async () => {
  expect((await secondsToEnd(EARLY)).seconds).toBeLessThan(30);
}, 100_000);
