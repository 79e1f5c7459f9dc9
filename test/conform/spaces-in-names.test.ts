import { expect, test } from 'vitest';
import type { Defect } from '../../conformance/faulty/index.ts';
import { brokenRules, judge, startJudged } from '../helpers/judge.ts';

/** Makes the mock serve its project `demo-project` also under each name that the regular expression matches. */
const named = (name: RegExp): Pick<Defect, 'create'> => ({
  create: () => (request, forward) => forward({ ...request, path: request.path.replace(name, '/demo-project/') }),
});

test.each([
  ['rejects a target that reads a plus sign in a path as a space', /\/Demo(?:%20|\+)project\//, ['D17']],
  ['accepts a target with a space in the name of a project', /\/Demo%20project\//, []],
])('%s', async (_, name, broken) => {
  await using server = await startJudged(named(name));
  const project = { id: server.fixtures.project?.id ?? '', name: 'Demo project' };
  const records = await judge(
    { ...server, fixtures: { ...server.fixtures, project } },
    { only: ({ id }) => id.endsWith('/plus-signs-for-spaces') },
  );
  expect(brokenRules(records)).toEqual(broken);
});
