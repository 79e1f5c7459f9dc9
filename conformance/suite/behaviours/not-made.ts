import { type Answer, isSuccess } from '../../target/answer.ts';
import { describe, type Scope } from '../scope.ts';

/**
 * What was refused before can be made now: a conflict shows that it is there already.
 *
 * @param what in the words of a report: `an invite`
 * @param by what kind of request must not have made it
 */
export function wasNotMade(
  scope: Scope,
  answer: Answer,
  rules: readonly [string, ...string[]],
  what: string,
  by: 'without a known API key' | 'that was refused',
): void {
  if (isSuccess(answer) || answer.status === 409)
    scope.check(rules, isSuccess(answer), `${what} was made by a request ${by}`, '201', describe(answer));
  else scope.untestable([rules[0]], `${what} could not be made (${describe(answer)})`);
}
