import type { Operation } from '../../../src/contract/document/operation.ts';
import { append } from '../../../src/contract/json-pointer.ts';
import { undocumented } from '../../../src/contract/schema/schema-walk.ts';
import { type Finding, holds } from '../../../src/run-result/finding.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import type { Session } from '../session.ts';

/** Evaluates the rule `undocumented-property`: a response body must have only documented properties. */
export function* evaluateProperties(
  session: Session,
  answer: Answer,
  operation: Operation,
  schema: unknown,
): Generator<Finding> {
  const extra = [...undocumented(session.contract.root, schema, answer.json)].map((path) => append('', ...path));
  if (extra.length === 0) yield holds('undocumented-property');
  else {
    yield {
      rule: 'undocumented-property',
      result: 'broken',
      message: `the ${answer.status < 400 ? 'response' : 'problem document'} of ${operation.operationId} has undocumented properties`,
      expected: 'only documented properties',
      actual: extra.slice(0, 5).join(', '),
    };
  }
}
