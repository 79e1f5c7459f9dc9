import { randomUUID } from 'node:crypto';
import { deletionOf } from '../../src/contract/document/effects.ts';
import type { Operation, Parameter } from '../../src/contract/document/operation.ts';
import { isSuccess } from '../connection/answer.ts';
import { addressesOf } from '../connection/fixture-kind.ts';
import type { Case } from '../engine/case.ts';
import { cutShort, isUnguessable, prolonged, UUID } from '../engine/catalogue/identifier-variants.ts';
import { namedParameter } from '../engine/request/addressed-by-name.ts';
import { ANYTHING, knownValue, validBody } from '../engine/request/request.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import { statusRule } from '../engine/rules/rules.ts';
import type { Session } from '../engine/session.ts';
import { shareOf } from './share.ts';

type Stranger = readonly [
  key: string,
  what: string,
  /** Nothing where what it would be may well be known. */
  id: (session: Session, operation: Operation, parameter: Parameter) => Promise<string | undefined>,
  /** Asked for again, it is to be unknown still. */
  twice?: boolean,
  /** The rule that a success violates; that of unknown resources when absent. */
  rule?: string,
  /** Not for names, as which it may be the same. */
  isOpenForNames?: boolean,
];

/** A server may reject a path with control characters before it reads it. */
const hasControl = (text: string) => /\p{Cc}/u.test(text);
const encodedLetter = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
/** The same letter or digit in the block of full-width forms. */
const fullWidth = (letter: string) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0);

/** Few services have counted so far, and 32 bits are enough for it. */
const LARGE_NUMBER = String(2 ** 31 - 2);

const STRANGERS: readonly Stranger[] = [
  ['uuid-nobody', 'is an unknown UUID', async () => randomUUID(), true],
  ['no-uuid', 'is no UUID', async () => 'no-such-thing'],
  ['number', 'is a number', async () => LARGE_NUMBER],
  // Of less than the 1,000 characters of a path that a server may well end at.
  [
    'longer-than-any-identifier-not-ascii',
    'is longer than any identifier, and not in ASCII',
    async () => `${'🔑'.repeat(30)}-${'x'.repeat(200)}-${randomUUID()}`,
  ],
  ['database-takes-anything', 'is what a database takes for anything', async () => '%'],
  ['slash', 'has a slash', async () => 'no/such/thing'],
  ['cut-short', 'is cut short', async (...known) => cutShort(await knownValue(...known))],
  ['something-behind', 'has something behind it', async (...known) => prolonged(await knownValue(...known))],
  [
    'id-something-else',
    'is the ID of something else',
    async (session, operation, parameter) => {
      const id = otherId(session, operation);
      if (id === undefined) return undefined;
      // A serial number may be that of one of these as well, and a word its name; or two kinds share their IDs.
      return isUnguessable(id) && id !== (await knownValue(session, operation, parameter)) ? id : undefined;
    },
  ],
];

/** Each is tried with some of the operations that have the parameter. */
const SPELLINGS: readonly Stranger[] = [
  ...['*', '_', '.*', '%25', "' OR 1=1 --", '$ne', '{}', '[object Object]', 'null', 'undefined', '-1', '0', 'NaN'].map(
    (text): Stranger => [`word ${text}`, `is ${text}`, async () => text],
  ),
  // What interfaces write for some, any or the own one.
  ...['-', '~', 'me', 'self', 'default', 'current', 'all', 'any', 'latest'].map(
    (text): Stranger => [`word ${text}`, `is ${text}`, async () => text],
  ),
  ['many-digits', 'is a number of 40 digits', async () => '9'.repeat(40)],
  ['other-digits', 'is a number in digits of another script', async () => '١٢٣'],
  ['nil-uuid', 'is the nil UUID', async () => '00000000-0000-0000-0000-000000000000'],
  ['member-every-javascript-object', 'is a member that every JavaScript object has', async () => 'constructor'],
  ...(
    [
      ['without dashes', (id) => (UUID.test(id) ? id.replaceAll('-', '') : `${id}-`)],
      ['in braces', (id) => `{${id}}`],
      ['with a leading zero', (id) => `0${id}`],
      ['with a leading space', (id) => ` ${id}`],
      ['with a plus sign before it', (id) => `+${id}`],
      ['as a URN', (id) => `urn:uuid:${id}`],
      ['with a semicolon behind it', (id) => `${id};v=1`],
      ['with a query behind it', (id) => `${id}?x=1`],
      ['with a line break behind it', (id) => `${id}\n`],
      ['with a null character behind it', (id) => `${id}\u0000`],
      ['with a file extension', (id) => `${id}.json`],
      ['encoded twice', (id) => id.replace(/[0-9a-z]/i, encodedLetter)],
      ['in full-width characters', (id) => id.replaceAll(/[0-9a-zA-Z]/g, fullWidth)],
      ['beside another one', (id) => `${randomUUID()},${id}`],
    ] as const satisfies readonly (readonly [string, (id: string) => string])[]
  ).map(
    ([spelling, spell]): Stranger => [
      spelling.replaceAll(' ', '-'),
      `is an existing one ${spelling}`,
      async (...known) => spell(await knownValue(...known)),
      false,
      'other-spelling',
      isSameName('Name 1', spell('Name 1')),
    ],
  ),
];

function isNamed({ in: place, fixture }: Parameter): boolean {
  return place === 'path' && fixture !== undefined;
}

/** The ID of a fixture that the path of the operation does not name. */
function otherId(session: Session, { parameters }: Operation): string | undefined {
  const kind = session.rules.fixtures.find(
    ({ name, shape, otherThan }) =>
      ['named', 'identified'].includes(shape) &&
      otherThan === undefined &&
      !parameters.some(({ fixture }) => fixture === name),
  );
  return kind && session.address(kind.name);
}

/** True if the parameter takes a name, alone or next to an ID. */
function isName({ fixtures }: RuleBook, { fixture }: Parameter): boolean {
  return fixtures.some(({ name, shape }) => name === fixture && (shape === 'named' || shape === 'value'));
}

/** True if the contract leaves open whether two names are the same: letter case, normal form, surrounding space. */
function isSameName(one: string, other: string): boolean {
  const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase();
  return folded(one) === folded(other);
}

/** Of a resource with two addresses. */
const NAMES: readonly Stranger[] = [
  ['name-cut-short', 'is a name cut short', async (session, _, { fixture }) => cutShort(nameOf(session, fixture))],
];

function nameOf(session: Session, fixture = ''): string {
  return addressesOf(session.fixture(fixture))[1] ?? '';
}

/**
 * `unknown-resource`: one path parameter at a time leads to nothing; opaque, so never 400. Of a parameter of which the document
 * does not say what it names (`x-fixture`), nothing says that it may lead to nothing.
 */
export function* refusesUnknown(rules: RuleBook, operation: Operation): Generator<Case> {
  const named = namedParameter(rules, operation);
  for (const parameter of operation.parameters.filter(isNamed)) {
    const isAlike = ({ name, fixture }: Parameter) => name === parameter.name && fixture === parameter.fixture;
    const peers = rules.contract.operations.filter(({ parameters }) => parameters.some(isAlike));
    const isOfNames = isName(rules, parameter);
    const spellings = SPELLINGS.filter(([, , , , , isOpenForNames]) => !isOfNames || !isOpenForNames);
    const strangers = [...STRANGERS, ...shareOf(spellings, operation, peers), ...(parameter === named ? NAMES : [])];
    for (const [key, what, id, twice, rule = 'unknown-resource'] of strangers) {
      yield {
        id: `${operation.operationId}/not-found/${parameter.name}/${key.replaceAll(/[^\w-]+/g, (odd) => Buffer.from(odd).toString('hex'))}`,
        title: `${operation.operationId} rejects ${/^[aeiou]/.test(parameter.name) ? 'an' : 'a'} ${parameter.name} that ${what}`,
        rules: [rule],
        operation,
        run: async (scope) => {
          await scope.twin(operation);
          const value = await id(scope.session, operation, parameter);
          if (value === undefined) return;
          const params = { [parameter.name]: value };
          const body = validBody(scope.session, operation);
          // A service that finds every identifier breaks the rule of unknown resources alone.
          const findsAny = async () => {
            const unknown = { [parameter.name]: randomUUID() };
            return isSuccess(
              await scope.send({ operation, params: unknown, body: validBody(scope.session, operation) }),
            );
          };
          const isSpelling = rule === 'other-spelling';
          // What a first request deletes, a second one does not find.
          if (isSpelling && deletionOf(operation) && (await findsAny())) return;
          const answer = await scope.send({ operation, params, body, accept: ANYTHING });
          // What has no body has no media type: then it is not about the identifier.
          if (answer.status === 415 && !operation.requestBody) {
            scope.accepted(answer, operation, 'the request has no body', statusRule(operation));
            return;
          }
          if (isSpelling && isSuccess(answer) && (await findsAny())) return;
          // That an unknown resource is 404 is for the other rule.
          const isOpen = isSpelling || hasControl(value);
          scope.refused(answer, 404, `${parameter.name} ${what}`, [rule], isOpen ? [] : [rule]);
          if (!twice) return;
          const again = await scope.send({ operation, params, body });
          scope.refused(
            again,
            404,
            `${parameter.name} ${what}, not even the second time`,
            ['unknown-resource'],
            ['unknown-resource'],
          );
        },
      };
    }
  }
}
