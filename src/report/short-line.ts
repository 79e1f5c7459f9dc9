import { type CaseResult, isBroken, type RequirementResult } from '../run-result/requirement-result.ts';
import { shortened } from '../run-result/words.ts';
import { type Inline, styled } from './blocks.ts';
import { countCasesOfOutcome } from './failures.ts';

/** Maximum length of a value in a line, in characters. */
const LONGEST_VALUE = 120;

/** Line about a requirement: the message, the number of cases, and the expected and the actual value. */
export function shortLine(requirement: RequirementResult): Inline {
  const { id, title, message } = requirement;
  const number = isBroken(requirement) ? countCasesOfOutcome(requirement) : 1;
  return [message ?? `${id} ${title}`, number > 1 ? ` (${number} cases)` : '', ' ', valuesLine(requirement)];
}

/** Expected and actual value: `Expected 201, actual 200.` */
export function valuesLine({ expected, actual }: Pick<CaseResult, 'expected' | 'actual'>): Inline {
  const value = (label: string, text: string): Inline => [`${label} `, styled('code', shortened(text, LONGEST_VALUE))];
  if (expected === undefined) return actual === undefined ? '' : [value('Actual', actual), '.'];
  return [value('Expected', expected), ...(actual === undefined ? [] : [', ', value('actual', actual)]), '.'];
}
