import { randomUUID } from 'node:crypto';
import type { Operation, Parameter } from '../../../src/contract/operation.ts';
import type { Case } from '../case.ts';
import { cutShort, isUnguessable, prolonged } from '../neighbours.ts';
import { ANYTHING, knownValue, validBody } from '../request.ts';
import { statusRule } from '../rules.ts';
import type { Session } from '../session.ts';

type Stranger = readonly [
  what: string,
  /** Nothing where what it would be may well be known. */
  id: (session: Session, operation: Operation, parameter: Parameter) => Promise<string | undefined>,
  /** Asked for again, it is to be unknown still. */
  twice?: true,
];

/** Few services have counted so far, and 32 bits are enough for it. */
const LARGE_NUMBER = String(2 ** 31 - 2);

const STRANGERS: readonly Stranger[] = [
  ['is a UUID that nobody has', async () => randomUUID(), true],
  ['is no UUID', async () => 'no-such-thing'],
  ['is a number', async () => LARGE_NUMBER],
  // Of less than the 1,000 characters of a path that a server may well end at.
  [
    'is longer than any identifier, and not in ASCII',
    async () => `${'🔑'.repeat(30)}-${'x'.repeat(200)}-${randomUUID()}`,
  ],
  ['is what a database takes for anything', async () => '%'],
  ['is a member that every JavaScript object has', async () => 'constructor'],
  ['is cut short', async (...known) => cutShort(await knownValue(...known))],
  ['has something behind it', async (...known) => prolonged(await knownValue(...known))],
  [
    'is the ID of something else',
    async (session, operation, parameter) => {
      const { id } = session.fixture(parameter.fixture === 'org' ? 'project' : 'org');
      // A serial number may be that of one of these as well, and a word its name; or two kinds share their IDs.
      return isUnguessable(id) && id !== (await knownValue(session, operation, parameter)) ? id : undefined;
    },
  ],
];

function isNamed({ in: place, fixture }: Parameter): boolean {
  return place === 'path' && fixture !== undefined;
}

/** Whether names that differ in letter case are the same is left open. */
const OF_PROJECTS: readonly Stranger[] = [
  ['is a name cut short', async (session) => cutShort(session.fixture('project').name)],
  ['is a name with a space behind it', async (session) => `${session.fixture('project').name} `],
];

/**
 * D07: one path parameter at a time leads to nothing; opaque, so never 400. Of a parameter of which the document does
 * not say what it names (`x-fixture`), nothing says that it may lead to nothing.
 */
export function* refusesUnknown(operation: Operation): Generator<Case> {
  for (const parameter of operation.parameters.filter(isNamed)) {
    const strangers = parameter.fixture === 'project' ? [...STRANGERS, ...OF_PROJECTS] : STRANGERS;
    for (const [what, id, twice] of strangers) {
      yield {
        title: `${operation.operationId} does not find ${/^[aeiou]/.test(parameter.name) ? 'an' : 'a'} ${parameter.name} that ${what}`,
        rules: ['D07'],
        operation,
        run: async (scope) => {
          await scope.twin(operation);
          const value = await id(scope.session, operation, parameter);
          if (value === undefined) return;
          const params = { [parameter.name]: value };
          const body = validBody(scope.session, operation);
          const answer = await scope.send({ operation, params, body, accept: ANYTHING });
          // What has no body has no media type: then it is not about the identifier.
          if (answer.status === 415 && !operation.requestBody) {
            scope.accepted(answer, operation, 'the request has no body', statusRule(operation));
            return;
          }
          scope.refused(answer, 404, `${parameter.name} ${what}`, ['D07'], ['D07']);
          if (!twice) return;
          const again = await scope.send({ operation, params, body });
          scope.refused(again, 404, `${parameter.name} ${what}, not even the second time`, ['D07'], ['D07']);
        },
      };
    }
  }
}
