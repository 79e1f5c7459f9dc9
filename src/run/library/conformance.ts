import { AssertionError } from 'node:assert';
import { beforeAll, describe, type TestContext, test } from 'vitest';
import { loadRequirements } from '../../contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../project.ts';
import { COMMAND } from '../../report/command.ts';
import { isKnown, waiverSentences } from '../../report/wording.ts';
import type { RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { type ConformOptions, conform } from './conform.ts';

export interface ConformanceOptions extends Omit<ConformOptions, 'baseUrl'> {
  /**
   * Base URL without `/v1`, or a function that returns the base URL. The suite calls the function for the base URL
   * after the `beforeAll` hooks of the test file.
   */
  readonly baseUrl: string | (() => string | Promise<string>);
  /** Title of the tests in the report of vitest. */
  readonly title?: string;
  /** Maximum duration of the run, in milliseconds; ten minutes if absent. */
  readonly runTimeoutMs?: number;
  /**
   * The mildest verdict that makes vitest tests fail. With `incomplete` (the default), the test of a MUST requirement
   * that the suite could not test fails. With `nonconforming`, vitest skips the test of such a requirement.
   */
  readonly failOn?: 'incomplete' | 'nonconforming';
}

/**
 * Defines a vitest test for each requirement. The suite runs once, before the first test of a requirement.
 *
 * The test of a failed requirement fails. The test of a requirement with a warning passes with an annotation. The test
 * of a requirement is skipped, with a reason, if its failure is waived or is in the baseline, or if the requirement is
 * not selected.
 */
export function conformance({
  title = 'Integration Management Service',
  runTimeoutMs = 600_000,
  failOn = 'incomplete',
  baseUrl,
  ...options
}: ConformanceOptions): void {
  describe(title, () => {
    let result: RunResult;
    beforeAll(async () => {
      result = await conform({ ...options, baseUrl: typeof baseUrl === 'string' ? baseUrl : await baseUrl() });
    }, runTimeoutMs);
    for (const requirement of loadRequirements(REQUIREMENTS_FILE)) {
      if (requirement.excluded !== undefined) continue;
      test(`${requirement.id} ${requirement.title}`, async (context) => {
        const found = result.requirements.find(({ id }) => id === requirement.id);
        if (found) await decide(found, context, failOn === 'incomplete' && decides(found, result));
      });
    }
  });
}

/** True if an untestable outcome of this requirement makes the verdict `incomplete`. */
function decides({ level, basis }: RequirementResult, run: RunResult): boolean {
  return level === 'MUST' && (run.basis === 'all' || basis !== 'decided');
}

async function decide(requirement: RequirementResult, context: TestContext, needsResult: boolean): Promise<void> {
  const { id, outcome, message = id } = requirement;
  if (outcome === 'passed') return;
  if (outcome === 'warned') await context.annotate(message, 'warning');
  else if (outcome === 'failed' && !isKnown(requirement)) throw failure(requirement);
  else if (outcome === 'untestable' && needsResult)
    throw failure(requirement, 'This MUST requirement could not be tested. ');
  else if (outcome === 'failed') context.skip(`failed, as in the baseline: ${message}`);
  else context.skip([`${outcome}: ${message}`, ...waiverSentences(requirement)].join(' '));
}

/** Error that shows the finding instead of a stack, since a stack would show only this file. */
function failure(requirement: RequirementResult, reason = ''): AssertionError {
  const { id, message = id, expected, actual, curl } = requirement;
  const lines = [
    reason + message,
    ...(curl === undefined ? [] : [`Reproduce: ${curl}`]),
    `Details: ${COMMAND} explain ${id}`,
  ];
  const error = new AssertionError({ message: lines.join('\n'), expected, actual, operator: 'conforms' });
  error.stack = `${error.name}: ${error.message}`;
  // The property `diff` of the error is removed. Node.js writes the name of an output format, such as `simple`, into
  // `diff`, and vitest would print this name as the difference between the expected and the actual value.
  return Object.assign(error, { diff: undefined });
}
