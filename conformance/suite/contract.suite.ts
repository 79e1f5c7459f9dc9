import { afterAll, describe, inject, type TestContext, test } from 'vitest';
import { loadRequirements } from '../../src/contract/requirements.ts';
import { titlesOfProblems } from './behaviours/problems.ts';
import type { Case } from './case.ts';
import { contractAt } from './contract-at.ts';
import { preflight } from './preflight.ts';
import { runCase } from './run-case.ts';
import { selectCases } from './selection.ts';
import { Session } from './session.ts';

/** The suite as vitest sees it: one test a case, judged against the target that the run was given. */

const input = inject('suite');
const contract = await contractAt(input.spec, input.trusted);
const requirements = loadRequirements(input.requirements);
const { cases, judges } = selectCases(contract, requirements, input.selection ?? { only: [], skip: [] });
const session = new Session(contract, requirements, input.target);
session.keepsTraffic = input.keepsTraffic === true;

afterAll(() => session.close());

/** Hands the record to the reporter and fails the test when something is broken. */
function decide(one: Case) {
  return async ({ task }: TestContext) => {
    const record = await runCase(session, one, judges);
    task.meta.record = record;
    const broken = record.findings.filter(({ result }) => result === 'broken');
    if (broken.length > 0) throw new Error(broken.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
  };
}

test(preflight.title, decide(preflight));

describe.concurrent('the contract', () => {
  for (const one of cases) test(one.title, decide(one));
});

const last = titlesOfProblems();
test(last.title, decide(last));
