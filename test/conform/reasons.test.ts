import { expect, test } from 'vitest';
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
const rejection = {
  status: 400,
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(JSON.stringify(PROBLEM)),
};

/** Runs the selected cases against a server that rejects some bodies for a reason that the suite cannot know. */
async function judgeRejecting(rejects: (body: string) => boolean, only: (one: Case) => boolean): Promise<CaseRecord[]> {
  await using server = await startJudged({
    create: () => async (request, forward) => (rejects(request.body.toString()) ? rejection : await forward(request)),
  });
  return await judge(server, { only });
}

const ofBodies = ({ tags = [] }: Case) => tags.includes('refuses-body');

test('judges no requirement with invalid bodies if the server also rejects all valid bodies with 400', async () => {
  const records = (await judgeRejecting(() => true, ofBodies)).filter(({ title }) =>
    / rejects a body whose /.test(title),
  );
  expect(records.length).toBeGreaterThan(400);
  const decided = records.flatMap(({ findings, rules }) =>
    findings.filter(({ rule, result }) => rules.includes(rule) && result !== 'untestable'),
  );
  expect(decided).toEqual([]);
});

test('compares a rejected body with the valid body from which the suite derived the rejected body', async () => {
  const title = 'updateJwtKey rejects a body whose updateMask.1 is a number, after valid items';
  const findings = async (rejects: (body: string) => boolean) => {
    const records = await judgeRejecting(rejects, (one) => one.title === title);
    return records.find((record) => record.title === title)?.findings.map(({ rule, result }) => [rule, result]);
  };
  expect(await findings(() => false)).toContainEqual(['D40', 'holds']);
  // Since the server accepts an update of two fields, but rejects an update of one field, the suite cannot know the
  // reason of a rejection.
  const results = (await findings((body) => body.includes('"updateMask":["label"]')))?.map(([, result]) => result);
  expect(new Set(results)).toEqual(new Set(['untestable']));
});
