import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import type { Case } from '../../conformance/engine/case.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import { judge, startJudged } from '../helpers/judge.ts';

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

/** The records of a server that rejects these bodies, for any reason. */
async function judgeRejecting(rejects: (body: string) => boolean, only: (one: Case) => boolean): Promise<CaseRecord[]> {
  await using server = await startJudged({
    create: () => async (request, forward) => (rejects(request.body.toString()) ? refusal : await forward(request)),
  });
  return await judge(server, { only });
}

const ofBodies = ({ tags = [] }: Case) => tags.includes('refuses-body');

test('a server that rejects everything with 400 is not credited with a single rejection of a body', async () => {
  const records = (await judgeRejecting(() => true, ofBodies)).filter(({ title }) =>
    / rejects a body whose /.test(title),
  );
  expect(records.length).toBeGreaterThan(400);
  const decided = records.flatMap(({ findings, rules }) =>
    findings.filter(({ rule, result }) => rules.includes(rule) && result !== 'untestable'),
  );
  expect(decided).toEqual([]);
});

test('the twin of a rejection is the very example that was spoilt, not another one', async () => {
  const title = 'updateJwtKey rejects a body whose updateMask.1 is a number, after valid items';
  const findings = async (refuses: (body: string) => boolean) => {
    const records = await judgeRejecting(refuses, (one) => one.title === title);
    return records.find((record) => record.title === title)?.findings.map(({ rule, result }) => [rule, result]);
  };
  expect(await findings(() => false)).toContainEqual(['D40', 'holds']);
  // It takes the update of two fields, and none of one: what it rejects it for, nobody knows.
  const results = (await findings((body) => body.includes('"updateMask":["label"]')))?.map(([, result]) => result);
  expect(new Set(results)).toEqual(new Set(['untestable']));
});

test('that a deletion under an `otherIntegration` is rejected which the target does not know decides nothing of D82', async () => {
  await using server = await startCorrectServer();
  const fixtures = { ...server.fixtures, otherIntegration: { id: 'not-there' } };
  const records = await judge({ ...server, fixtures }, { only: ({ rules }) => rules.includes('D82') });
  const open = records.flatMap(({ findings }) => findings.filter(({ result }) => result !== 'holds'));
  expect(open).toMatchObject([
    { rule: 'D82', result: 'untestable', message: 'the target does not have the fixture `otherIntegration`' },
  ]);
});
