import { afterAll, describe, inject, type TestContext, test } from 'vitest';
import { type Case, STAGES } from '../engine/case.ts';
import { runCase } from '../engine/runner/run-case.ts';
import { selectCases } from '../engine/runner/selection.ts';
import { Session } from '../engine/session.ts';
import { suiteAt } from './suite-at.ts';

/** Defines the suite as Vitest tests: one test for each case, which tests the target of the run. */

const input = inject('suite');
const suite = await suiteAt(input.spec, input.trusted, input.packs);
const { first, cases, last, canEvaluate } = selectCases(suite, input.selection ?? { only: [], skip: [] });
const session = new Session(suite.rules, input.target);
session.keepsTraffic = input.keepsTraffic === true;

afterAll(() => session.close());

/**
 * Called when the run is aborted: each case in progress ends at its next request, since a case may send many requests.
 */
const endRun = () => {
  session.isEnding = true;
};

/**
 * Returns a test function that runs the case and passes its record to the reporter. The test fails if the target breaks
 * a rule.
 */
function decide(one: Case) {
  return async ({ task, signal }: TestContext) => {
    signal.addEventListener('abort', endRun, { once: true });
    const record = await runCase(session, one, canEvaluate);
    task.meta.record = record;
    const broken = record.findings.filter(({ result }) => result === 'broken');
    if (broken.length > 0) throw new Error(broken.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
  };
}

test(first.title, decide(first));

// Only the tests inside a `describe` are concurrent: concurrent `describe` blocks would run several stages at the same
// time.
for (const now of STAGES) {
  describe(`the contract${now ? `, ${now} cases` : ''}`, () => {
    for (const one of cases.filter(({ stage }) => stage === now)) test.concurrent(one.title, decide(one));
  });
}

test(last.title, decide(last));
