import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEXTS } from '../../conformance/engine/catalogue/text.ts';
import type { LogEntry } from '../../mock/index.ts';
import { startMock } from '../../mock/index.ts';
import { REQUESTS } from '../../src/run/consent.ts';
import { difference, planned } from '../helpers/planned.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

/**
 * Tests of a single run of all cases, since a run takes seconds: the plan, the reports, and the state of the target.
 */

const folder = mkdtempSync(join(tmpdir(), 'whole-run-'));
const read = (file: string) => readFileSync(join(folder, 'reports', file), 'utf8');

const CONFIGURATION = `fixtures:
  project: {id: 11111111-1111-4111-8111-111111111111, name: demo-project}
  otherProject: {id: 22222222-2222-4222-8222-222222222222, name: other-project}
  org: {id: 33333333-3333-4333-8333-333333333333}
  integration: {id: 44444444-4444-4444-8444-444444444444}
  otherIntegration: {id: 44444444-4444-4444-8444-444444444445}
  provider: salesforce
  installations: [55555555-5555-4555-8555-555555555551, 55555555-5555-4555-8555-555555555552, 55555555-5555-4555-8555-555555555553]
`;

async function wholeRun() {
  const log: LogEntry[] = [];
  await using mock = await startMock({
    port: 0,
    // The API key is a word that reports also contain for other reasons, like the header values in `words`.
    apiKeys: ['integration'],
    log: (entry) => !entry.path.startsWith('/__admin') && log.push(entry),
  });
  writeFileSync(join(folder, 'target.yaml'), `baseUrl: ${mock.url}\napiKey: integration\n${CONFIGURATION}`);
  const before = await mock.admin.getState();
  const plan = await planned(folder, ['--config', 'target.yaml']);
  const sentByPlan = log.length;
  const words = ['--header', 'X-Kind: metadataGroup', '--header', 'X-Mode: text/plain'];
  const args = ['conform', '--config', 'target.yaml', '--email-domain', 'qa.example.org', ...words];
  const finished = await runCli([...args, '--reporter', 'all'], { cwd: folder });
  if (finished.status !== 0) throw new Error(finished.stdout + finished.stderr);
  const after = await mock.admin.getState();
  return { before, after, log, sentByPlan, ...plan, ...finished };
}

const { before, after, log, sentByPlan, plan, plannedText, stdout } = await wholeRun();
const result = writtenReport(folder);

test('exits 0 without failures, warnings and untestable requirements', () => {
  expect(stdout).toContain('CONFORMING');
  expect(result).toMatchObject({ verdict: 'conforming', counts: { failed: 0, warned: 0, untestable: 0 } });
});

test('sends the requests that the plan of the run shows, and creates and deletes the planned records', () => {
  expect(sentByPlan).toBe(0);
  expect(difference(plan, log, before, after)).toEqual([]);
  expect(plan.elsewhere.otherProject).toBeGreaterThan(0);
  expect(plan.elsewhere.otherIntegration).toBeGreaterThan(0);
});

test('plans about as many requests as the documentation states, and lists the records that the run would create', () => {
  // The approximate number of requests that the suite shows must be correct, since a user consents to a run by this
  // number.
  const off = Math.abs(plan.requests - REQUESTS);
  expect(off, 'REQUESTS in src/run/consent.ts').toBeLessThan(REQUESTS / 20);
  const limits = readFileSync(join(import.meta.dirname, '../../docs/explanation/limits.md'), 'utf8');
  expect(limits).toContain(`about ${REQUESTS.toLocaleString('en-US')} requests`);
  expect(plan.requirements.find(({ id }) => id === 'D36')?.requests).toBeGreaterThan(0);
  expect(plannedText).toMatch(/\d+ integrations, \d+ JWT keys, \d+ invites, \d+ metadata groups/);
  // In a request to an operation without a request body, only the path can be invalid.
  expect(plannedText).toMatch(/^ {2}deleteInstallation .*, \d undecodable path \(400, declared as default\),/m);
  expect(plannedText).not.toMatch(/^ {2}createInvite .*undecodable/m);
  expect(plannedText).toMatch(/of these, \d+ in otherProject, \d+ in otherIntegration/);
  expect(plan.refusedCreations).toBeGreaterThan(plan.leftovers.integration ?? 0);
  expect(plannedText).toContain(`a target that accepts invalid requests keeps up to ${plan.refusedCreations} more`);
  expect(plannedText).toContain('3 of 3 configured installations deleted');
});

test('lists the created records and the deleted installations by ID', () => {
  const idsOf = (kind: string) => result.leftovers?.flatMap((one) => (one.kind === kind ? one.id : [])).toSorted();
  const added = <R extends { readonly [property: string]: unknown }>(
    was: readonly R[],
    is: readonly R[],
    id: string,
  ) => {
    const known = new Set(was.map((record) => record[id]));
    return is
      .map((record) => record[id])
      .filter((one) => !known.has(one))
      .toSorted();
  };
  expect(idsOf('integration')).toEqual(added(before.integrations ?? [], after.integrations ?? [], 'id'));
  expect(idsOf('jwtKey')).toEqual(added(before.jwtKeys ?? [], after.jwtKeys ?? [], 'id'));
  expect(idsOf('invite')).toEqual(added(before.invites ?? [], after.invites ?? [], 'id'));
  expect(result.installationsUsed).toHaveLength(3);
  const remaining = new Set(after.installations?.map(({ id }) => id));
  expect(result.installationsUsed?.filter((id) => remaining.has(id))).toEqual([]);
  for (const file of ['report.html', 'summary.md']) expect(read(file)).toMatch(/\d+ integrations/);
});

test('gives each created record a generated name', () => {
  const names = result.leftovers?.flatMap(({ name }) => name ?? []) ?? [];
  // A name may lack the ID of the run if a case needs a fixed length, or if the name is in the catalogue of difficult
  // texts.
  const words = new Set(TEXTS.flatMap(([, text, kind]) => (kind === 'shared' ? text('') : [])));
  const ofForm = /^(?:\s|0?\d{9}(?:\.0)?|0|[\u4e00-\u9fff]+|[\u4e00-\u9fff]["\\\n]+|[\u{20000}-\u{2ffff}]+)$/u;
  // Names that many libraries handle incorrectly, and that cases send unchanged in every run.
  const hard = /^(?:a.{0,2}b?|[\da-f]{1000,}|__proto__|O'Brien .+|~a~d.+|\[\(\*\\)$/su;
  const isOwn = (name: string) =>
    name.includes(result.runId ?? 'none') || words.has(name) || ofForm.test(name) || hard.test(name);
  expect(names.filter((name) => !isOwn(name))).toEqual([]);
  for (const { name } of result.leftovers?.filter(({ kind, name }) => kind === 'invite' && name !== undefined) ?? [])
    expect(name).toMatch(/@(?:.+\.)?qa\.example\.org$/i);
});

test('keeps an ordinary word in reports even if it equals the API key or the value of a header', () => {
  expect(result.leftovers).toContainEqual(expect.objectContaining({ kind: 'metadataGroup' }));
  expect(read('report.json')).not.toContain('CONTRACT_HEADER');
});
