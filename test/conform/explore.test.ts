import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import type { Behaviour, Defect } from '../../conformance/faulty/defect.ts';
import { unforeseen } from '../../conformance/faulty/unforeseen.ts';
import { suiteOf } from '../../conformance/packs.ts';
import { startMock } from '../../mock/index.ts';
import { loadRequirements } from '../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../src/project.ts';
import type { Plan } from '../../src/run/planned-run.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { Exploration } from '../../src/run-result/exploration.ts';
import { contract } from '../helpers/contract.ts';
import { type JudgedServer, judge, seededServer, startJudged } from '../helpers/judge.ts';
import { runCli } from '../helpers/run-cli.ts';
import { writtenReport } from '../helpers/written-report.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);
const levels = new Map(requirements.map(({ id, level }) => [id, level]));

interface Ask {
  readonly only: readonly string[];
  readonly skip?: readonly string[];
  readonly exploration?: Exploration;
}

function explore(server: JudgedServer, { only, skip = [], exploration }: Ask): Promise<CaseRecord[]> {
  return judge(server, { selection: { only, skip, ...(exploration && { exploration }) } });
}

/** Broken MUST rules, with what shows them. */
function broken(records: readonly CaseRecord[]) {
  return records.flatMap(({ title, exchanges, findings }) =>
    findings
      .filter(({ rule, result }) => result !== 'holds' && levels.get(rule) === 'MUST')
      .map(({ rule, message, replay, since = 0, exchange = 0 }) => ({
        title,
        rule,
        message,
        replay,
        requests: exchanges.slice(since, exchange + 1).map(({ request }) => request),
      })),
  );
}

/** A new one each time: what a fixed seed never comes to. A failure names it, and the path. */
const seed = randomInt(2 ** 31 - 1);

test(`exploring with the seed ${seed} finds nothing in the mock`, async () => {
  await using mock = await startMock({ port: 0 });
  const server = await seededServer(mock.url, mock.url, 9);
  const records = await explore(server, { only: ['explore'], exploration: { runs: 12, seed } });
  expect(broken(records)).toEqual([]);
  expect(records.length).toBeGreaterThan(15);
  const used = records.flatMap(({ traces = [] }) => traces.flatMap(({ deleted }) => deleted?.id ?? []));
  expect(used.length, 'installations are deleted, too').toBeGreaterThan(0);
  expect(used, 'but none that the fixed cases need').not.toContain(
    expect.toBeOneOf(server.fixtures.installations?.slice(0, 3) ?? []),
  );
});

test(`exploring with the seed ${seed} finds nothing in the second correct server`, async () => {
  await using server = await startCorrectServer();
  const records = await explore(server, { only: ['explore'], exploration: { runs: 12, seed } });
  expect(broken(records)).toEqual([]);
});

test('what a target has no fixtures for leaves the rest to be explored', async () => {
  await using server = await startJudged();
  const { project = { id: '', name: '' } } = server.fixtures;
  const only = ['sequences-everything', 'sequences-jwt-keys', 'sequences-invites'];
  const records = await explore({ ...server, fixtures: { project } }, { only, exploration: { runs: 3, seed: 1 } });
  const untestable = records.filter(({ findings }) => findings.some(({ result }) => result === 'untestable'));
  expect(untestable.map(({ title }) => title)).toEqual([expect.stringContaining('requests to invites')]);
});

async function withDefect<T>(defect: Defect, act: (target: JudgedServer) => Promise<T>): Promise<T> {
  await using server = await startJudged(defect);
  return await act(server);
}

/** What finds a defect, with which seed, and how many requests are left of it at the end. */
const FOUND: Readonly<Record<string, Found>> = {
  'idle-proxy-with-a-module-is-refused': { tag: 'takes-createIntegration', runs: 20, seed: 3, requests: 1 },
  'module-of-a-proxy-is-not-checked': { tag: 'refuses-createIntegration', runs: 40, seed: 2, requests: 1 },
  'key-is-gone-after-three-whole-updates': { tag: 'sequences-jwt-keys', runs: 12, seed: 16, requests: 6 },
  'invites-to-subdomains-are-mixed-up': { tag: 'sequences-invites', runs: 12, seed: 2, requests: 3 },
  'provider-form-leaves-out-what-has-another-name': {
    tag: 'sequences-object-metadata',
    runs: 12,
    seed: 2,
    requests: 4,
  },
};

interface Found {
  readonly tag: string;
  readonly runs: number;
  readonly seed: number;
  readonly requests: number;
}

/** A look at every key at the end of a run sees that some are gone. */
const unseen = unforeseen.filter(({ name }) => name !== 'key-is-gone-after-three-whole-updates');

test(`no fixed case sees any of ${unseen.length} defects that explorations find`, async () => {
  const cases = suiteOf(contract).cases({ runs: 1, seed: 1 });
  const only = unseen.flatMap(({ name }) => {
    const one = cases.find(({ tags }) => tags?.includes(FOUND[name]?.tag ?? ''));
    return one?.operation ? [one.operation.operationId] : (one?.operations ?? []);
  });
  // All of them in one server: each changes requests and responses of its own.
  const create = () =>
    unseen
      .map((defect) => defect.create())
      .reduce<Behaviour>(
        (inner, outer) => (request, forward) => outer(request, (forwarded) => inner(forwarded, forward)),
        (request, forward) => forward(request),
      );
  await using server = await startJudged({ create });
  // The defects are in what is valid, or nearly so.
  const skip = ['authentication', 'not-found', 'refuses-messages', 'methods'];
  expect(broken(await explore(server, { only: [...new Set(only)], skip }))).toEqual([]);
});

test.each(unforeseen)('$name: exploration finds it by its rule, and finds it again', async (defect) => {
  const { tag, runs, seed, requests } = FOUND[defect.name] as Found;
  const found = await withDefect(defect, (target) => explore(target, { only: [tag], exploration: { runs, seed } }));
  const [first, ...others] = broken(found);
  expect(first).toMatchObject({ replay: expect.stringContaining(`--only ${tag}`) });
  expect([first, ...others].map((one) => one?.rule)).toEqual(defect.breaks);
  expect(first?.requests.length).toBeLessThanOrEqual(requests);

  const path = String(/--explore-path ([\d:]+)/.exec(first?.replay ?? '')?.[1]);
  const replayed = await withDefect(defect, (target) =>
    explore(target, { only: [tag], exploration: { runs: 1, seed, path } }),
  );
  const [again] = broken(replayed);
  expect(again).toMatchObject({ rule: first?.rule, replay: first?.replay });
  expect(again?.requests.map(shape)).toEqual(first?.requests.map(shape));
});

/** A request without what the run gives it: identifiers and names. */
function shape({ method, url, body }: { method: string; url: string; body: string }): string {
  const text = `${method} ${url.replace(/^http:\/\/[^/]+/, '')} ${body}`;
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|-[0-9a-f]{8}(-[0-9a-fsx]+-[0-9a-f]{6})?/g, '…');
}

const folder = mkdtempSync(join(tmpdir(), 'explore-'));
const report = (name: string) => writtenReport(folder, name);
const conform = (name: string, ...args: readonly string[]) =>
  runCli(['conform', ...args, '--reports', name], { cwd: folder });

test('a report tells what was explored, and the command that finds a fault again', async () => {
  const [defect] = unforeseen;
  if (!defect) throw new Error('there is no defect to find');
  await withDefect(defect, async ({ url }) => {
    const args = ['--only', 'takes-createIntegration', '--explore', '20'];
    const first = await conform('found', url, ...args, '--seed', '3');
    expect(first.status, first.stderr).toBe(1);
    const found = report('found');
    expect(found.exploration).toEqual({ runs: 20, seed: 3, command: `npx integration-contract conform ${url}` });
    const failure = found.requirements.find(({ id }) => id === 'D34');
    expect(failure).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/^D34 /), exchanges: [{}] });
    const replay = failure?.replay ?? '';
    for (const text of [first.stdout, readFileSync(join(folder, 'found', 'report.html'), 'utf8')]) {
      expect(text).toContain(replay);
      expect(text).toContain('--explore 20 --seed 3');
    }
    const again = await conform('again', ...replay.split(' ').slice(3));
    expect(again.status, again.stderr).toBe(1);
    expect(report('again').requirements.find(({ id }) => id === 'D34')).toMatchObject({ outcome: 'failed', replay });
  });
});

test('what is explored is shared by shards, which need one seed', async () => {
  const args = ['--only', 'explore', '--explore', '2'];
  const refused = await conform('none', ...args, '--shard', '1/2', '--run-id', 'one');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--shard with --explore needs --seed')]);
  const seeded = [...args, '--seed', '3', '--run-id', 'one'];
  const runs = await Promise.all([
    conform('whole', ...seeded),
    conform('shard-1', ...seeded, '--shard', '1/2'),
    conform('shard-2', ...seeded, '--shard', '2/2'),
  ]);
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 0]);
  const merged = await runCli(['report', 'merge', 'shard-1', 'shard-2', '--out', 'merged'], { cwd: folder });
  expect(merged.status, merged.stderr).toBe(0);
  const told = (name: string) =>
    report(name).requirements.map(({ id, outcome, cases }) => [id, outcome, cases.map(({ title }) => title)]);
  expect(told('merged')).toEqual(told('whole'));
  expect(report('merged').exploration).toMatchObject({ runs: 2, seed: 3 });
});

test.each([
  ['a path without its seed', ['--explore-path', '3:1'], '--explore-path needs --seed'],
  ['a seed without an exploration', ['--seed', '1', '--explore', '0'], '--seed has no effect'],
  ['a path that is none', ['--seed', '1', '--explore-path', 'a'], 'the path that a finding names'],
  ['a path of several explorations', ['--seed', '1', '--explore-path', '3:1'], '17 are selected'],
  ['a seed beyond 32 bits', ['--seed', '4294967296'], 'a whole number from 0 to 2147483647'],
])('%s is rejected', async (_, args, why) => {
  const { status, stderr } = await conform('none', ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
});

test('the plan of a run with a seed counts what that run sends', async () => {
  let sent = 0;
  await using mock = await startMock({ port: 0, log: ({ path }) => path.startsWith('/__admin') || sent++ });
  const args = [mock.url, '--only', 'explore', '--explore', '2', '--seed', '3'];
  const plan = await conform('plan', ...args, '--plan');
  expect([plan.status, sent]).toEqual([0, 0]);
  expect(plan.stdout).toContain('--explore 2 --seed 3');
  expect((await conform('run', ...args)).status).toBe(0);
  const { requests } = JSON.parse(readFileSync(join(folder, 'plan', 'plan.json'), 'utf8')) as Plan;
  expect(sent).toBe(requests);
});
