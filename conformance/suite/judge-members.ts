import { append } from '../../src/contract/json-pointer.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { undocumented } from '../../src/contract/schema-walk.ts';
import type { Answer } from '../target/answer.ts';
import { type Finding, holds } from './finding.ts';
import type { Session } from './session.ts';

/** D11: nothing that the document does not name. */
export function* judgeMembers(
  session: Session,
  answer: Answer,
  operation: Operation,
  schema: unknown,
): Generator<Finding> {
  const extra = [...undocumented(session.contract.root, schema, answer.json)].map((path) => append('', ...path));
  if (extra.length === 0) yield holds('D11');
  else {
    yield {
      rule: 'D11',
      result: 'broken',
      message: `the ${answer.status < 400 ? 'answer' : 'problem'} of ${operation.operationId} holds what the document does not name`,
      expected: 'only documented members',
      actual: extra.slice(0, 5).join(', '),
    };
  }
}
