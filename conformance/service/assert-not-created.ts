import type { Operation } from '../../src/contract/document/operation.ts';
import { isSuccess } from '../connection/answer.ts';
import { validBody } from '../engine/request/request.ts';
import { describe, type Scope } from '../engine/scope.ts';

/**
 * What was refused before can be made now: a conflict shows that it is there already.
 *
 * @param what in the words of a report: `an invite`
 * @param by what kind of request must not have made it
 */
export async function wasNotMade(
  scope: Scope,
  operation: Operation,
  body: unknown,
  rules: readonly [string, ...string[]],
  what: string,
  by: 'without a known API key' | 'that was refused',
): Promise<void> {
  const answer = await scope.send({ operation, body });
  const isMade = isSuccess(answer);
  // One of a name that nobody has may meet a conflict, too: then it says nothing.
  const another =
    answer.status === 409 ? await scope.send({ operation, body: validBody(scope.session, operation) }) : answer;
  const message = `${what} was made by a request ${by}, or what it asked for is taken since`;
  const all = by === 'that was refused' ? [...rules, 'rejected-unchanged'] : rules;
  if (isSuccess(another)) scope.check(all, isMade, message, '201', answer);
  else scope.untestable([rules[0]], `${what} could not be made (${describe(another)})`);
}
