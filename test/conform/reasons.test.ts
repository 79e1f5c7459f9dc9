import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import type { Case } from '../../conformance/engine/case.ts';
import { runCases } from '../../conformance/engine/runner.ts';
import { type Defect, startFaultyServer } from '../../conformance/faulty/index.ts';
import { suiteOf } from '../../conformance/packs.ts';
import { SEEDED_API_KEY, seededFixtures } from '../../conformance/service/seeded-fixtures.ts';
import { startMock } from '../../mock/index.ts';
import { loadRequirements } from '../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../src/project.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import { contract } from '../helpers/contract.ts';

const _requirements = loadRequirements(REQUIREMENTS_FILE);

const PROBLEM = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'No.',
  instance: 'urn:x:1',
  href: '/x',
};
const refusal = {
  status: 400,
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(JSON.stringify(PROBLEM)),
};

/** What the cases say of a server that refuses these bodies, for whatever reason. */
async function judge(refuses: (body: string) => boolean, only: (one: Case) => boolean): Promise<CaseRecord[]> {
  await using mock = await startMock({ port: 0 });
  const defect: Defect = {
    name: 'refuses',
    description: '',
    breaks: [],
    create: () => async (request, forward) => (refuses(request.body.toString()) ? refusal : await forward(request)),
  };
  await using server = await startFaultyServer(defect, mock.url);
  const target = {
    baseUrl: server.url,
    apiKey: SEEDED_API_KEY,
    fixtures: await seededFixtures(mock.url),
    presumed: false,
    runId: 'reasons',
    timeoutMs: 10_000,
  };
  return await runCases(suiteOf(contract), target, { concurrency: 8, only });
}

const ofBodies = ({ tags = [] }: Case) => tags.includes('refuses-body');

test('a server that refuses everything with 400 is not credited with a single refusal of a body', async () => {
  const records = (await judge(() => true, ofBodies)).filter(({ title }) => / refuses a body whose /.test(title));
  expect(records.length).toBeGreaterThan(400);
  const decided = records.flatMap(({ findings, rules }) =>
    findings.filter(({ rule, result }) => rules.includes(rule) && result !== 'untestable'),
  );
  expect(decided).toEqual([]);
});

test('the twin of a refusal is the very example that was spoilt, not another one', async () => {
  const title = 'updateJwtKey refuses a body whose updateMask.1 is a number, the ones before it being right';
  const findings = async (refuses: (body: string) => boolean) => {
    const records = await judge(refuses, (one) => one.title === title);
    return records.find((record) => record.title === title)?.findings.map(({ rule, result }) => [rule, result]);
  };
  expect(await findings(() => false)).toContainEqual(['D40', 'holds']);
  // It takes the update of two fields, and none of one: what it refuses it for, nobody knows.
  const results = (await findings((body) => body.includes('"updateMask":["label"]')))?.map(([, result]) => result);
  expect(new Set(results)).toEqual(new Set(['untestable']));
});

test('that a deletion under an `otherIntegration` is refused which the target does not know decides nothing of D82', async () => {
  await using server = await startCorrectServer();
  const fixtures = { ...server.fixtures, otherIntegration: { id: 'not-there' } };
  const target = { baseUrl: server.url, apiKey: server.apiKey, fixtures, presumed: false, runId: 'reasons' };
  const records = await runCases(
    suiteOf(contract),
    { ...target, timeoutMs: 10_000 },
    { concurrency: 8, only: ({ rules }) => rules.includes('D82') },
  );
  const open = records.flatMap(({ findings }) => findings.filter(({ result }) => result !== 'holds'));
  expect(open).toMatchObject([
    { rule: 'D82', result: 'untestable', message: 'the target does not know the fixture `otherIntegration`' },
  ]);
});
