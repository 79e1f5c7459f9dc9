import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defectNamed, startFaultyServer } from '../../conformance/faulty/index.ts';
import { startMock } from '../../mock/index.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'twice-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Patterns of identifiers and generated names, which differ between runs. */
const IDS: readonly (readonly [RegExp, string])[] = [
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '(uuid)'],
  [/(?<=\(run\)[_-]\w+?[_-])[\da-f]{5,6}/g, '(salt)'],
  [/[\u{3400}-\u{9fff}\u{20000}-\u{2ffff}]/gu, '(character)'],
  [/\b0?\d{9}(?:\.0)?\b/g, '(number)'],
];
/** Patterns of times and durations. */
const TIMES: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)'],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? UTC|\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, '(time)'],
  [/(?<=durationMs": |"(?:time|wait)": |time=")[\d.e-]+|\b(?:\d+ min )?[\d.]+ m?s\b/g, '(duration)'],
];

/** Values of `--only` for cases about each kind of record. Some of these cases find the defect of the faulty server. */
const MANY =
  'D54,invites+behaviour,installations+behaviour,integrations+behaviour,object-metadata+behaviour,survives+createJwtKey';

test('writes equal reports for two runs, except for times and identifiers', {
  timeout: 120_000,
}, async () => {
  await using mock = await startMock({ port: 0 });
  const defect = defectNamed('kid-from-the-request');
  await using faulty = await startFaultyServer(defect, mock.url);
  const reports = async (name: string): Promise<(file: string) => string[]> => {
    const { status, stderr } = await runCli(
      ['conform', faulty.url, '--only', MANY, '--reports', name, '--reporter', 'all'],
      {
        cwd: folder,
      },
    );
    expect(status, stderr).toBe(1);
    await mock.admin.resetState();
    const { runId = '' } = writtenReport(folder, name);
    return (file) => {
      const report = readFileSync(join(folder, name, file), 'utf8').replaceAll(runId, '(run)');
      return [...IDS, ...TIMES].reduce((text, [of, instead]) => text.replace(of, instead), report).split('\n');
    };
  };
  const [first, second] = [await reports('first'), await reports('second')];
  for (const file of ['report.json', 'report.html', 'summary.md', 'junit.xml', 'report.sarif', 'exchanges.har'])
    expect(second(file), file).toEqual(first(file));
});
