import { randomUUID } from 'node:crypto';
import type { Operation, Parameter } from '../../../src/contract/operation.ts';
import type { Case } from '../case.ts';
import { validBody } from '../request.ts';
import type { Session } from '../session.ts';

type Stranger = readonly [what: string, id: (session: Session, parameter: Parameter) => string | undefined];

const STRANGERS: readonly Stranger[] = [
  ['is a UUID that nobody has', () => randomUUID()],
  ['is no UUID', () => 'no-such-thing'],
  ['is a number', () => '12345'],
  [
    'is the ID of something else',
    (session, { fixture }) => (fixture === 'org' ? session.fixture('project').id : session.fixture('org').id),
  ],
];

/** D07: one path parameter at a time leads to nothing; opaque, so never 400. */
export function* refusesUnknown(operation: Operation): Generator<Case> {
  for (const parameter of operation.parameters.filter((candidate) => candidate.in === 'path')) {
    for (const [what, id] of STRANGERS) {
      yield {
        title: `${operation.operationId} does not find a ${parameter.name} that ${what}`,
        rules: ['D07'],
        operation,
        run: async (scope) => {
          await scope.twin(operation);
          const params = { [parameter.name]: id(scope.session, parameter) ?? '' };
          const answer = await scope.send({ operation, params, body: validBody(scope.session, operation) });
          scope.refused(answer, 404, `${parameter.name} ${what}`, ['D07'], ['D07']);
        },
      };
    }
  }
}
