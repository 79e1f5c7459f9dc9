import { randomUUID } from 'node:crypto';
import { deletionOf } from '../../src/contract/document/effects.ts';
import type { Operation, Parameter } from '../../src/contract/document/operation.ts';
import { isSuccess } from '../connection/answer.ts';
import { addressesOf } from '../connection/fixture-kind.ts';
import type { Case } from '../engine/case.ts';
import {
  accented,
  ID_SPELLINGS,
  isRandomId,
  withoutLastCharacter,
  withSuffix,
} from '../engine/catalogue/identifier-variants.ts';
import { addressForTurn, namedParameter } from '../engine/request/addressed-by-name.ts';
import { ANY_MEDIA_TYPE, knownValue, toWire, validBody } from '../engine/request/request.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import { statusRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';
import type { Session } from '../engine/session.ts';
import { shareOf } from './share.ts';

type UnknownIdentifier = readonly [
  key: string,
  what: string,
  /** Returns the nonexistent identifier for the request; undefined if a record with this identifier may exist. */
  id: (session: Session, operation: Operation, parameter: Parameter) => Promise<string | undefined>,
  /** True if the case repeats the request, which must get a 404 again. */
  twice?: boolean,
  /** The ID of the rule that a successful response violates; by default `unknown-resource`. */
  rule?: string,
  /** True if a service may treat the identifier and an existing name as the same name. */
  isUndecidedForNames?: boolean,
];

/**
 * True if the text has control characters. A server may reject a path with control characters before it routes the
 * request.
 */
const hasControl = (text: string) => /\p{Cc}/u.test(text);
/** A serial number in the range of 32 bits, so large that hardly any service has a record with this number. */
const LARGE_NUMBER = String(2 ** 31 - 2);

const UNKNOWN_IDENTIFIERS: readonly UnknownIdentifier[] = [
  ['uuid-nobody', 'is an unknown UUID', async () => randomUUID(), true],
  ['no-uuid', 'is not a UUID', async () => 'no-such-thing'],
  ['number', 'is a number', async () => LARGE_NUMBER],
  // The path has fewer than 1,000 characters, which is the maximum of some servers.
  [
    'longer-than-any-identifier-not-ascii',
    'is longer than any identifier and not in ASCII',
    async () => `${'🔑'.repeat(30)}-${'x'.repeat(200)}-${randomUUID()}`,
  ],
  ['database-takes-anything', 'is a wildcard of databases (%)', async () => '%'],
  ['slash', 'has a slash', async () => 'no/such/thing'],
  [
    'cut-short',
    'is an existing identifier without its last character',
    async (...known) => withoutLastCharacter(await knownValue(...known)),
  ],
  [
    'something-behind',
    'is an existing identifier with a suffix',
    async (...known) => withSuffix(await knownValue(...known)),
  ],
];

/**
 * Special words, and changed spellings of an existing identifier. For each identifier in `SPELLINGS`, only some of the
 * operations with the same path parameter have a case.
 */
const SPELLINGS: readonly UnknownIdentifier[] = [
  ...['*', '_', '.*', '%25', "' OR 1=1 --", '$ne', '{}', '[object Object]', 'null', 'undefined', '-1', '0', 'NaN'].map(
    (text): UnknownIdentifier => [`word ${text}`, `is ${text}`, async () => text],
  ),
  // Words that some interfaces accept as the ID of any record (`any`), or as the ID of the record of the client itself
  // (`me`).
  ...['-', '~', 'me', 'self', 'default', 'current', 'all', 'any', 'latest'].map(
    (text): UnknownIdentifier => [`word ${text}`, `is ${text}`, async () => text],
  ),
  ['many-digits', 'is a number of 40 digits', async () => '9'.repeat(40)],
  ['other-digits', 'is a number in digits of another script', async () => '١٢٣'],
  ['nil-uuid', 'is the nil UUID', async () => '00000000-0000-0000-0000-000000000000'],
  ['member-every-javascript-object', 'is a property of every JavaScript object', async () => 'constructor'],
  ...ID_SPELLINGS.map(
    ([key, spelling, spell]): UnknownIdentifier => [
      key,
      `is an existing identifier ${spelling}`,
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

/** The IDs of existing resources of other kinds than the parameter addresses. */
function otherIds({ fixtures }: RuleBook, { fixture }: Parameter): UnknownIdentifier[] {
  const others = fixtures.filter(
    ({ name, shape, otherThan }) =>
      (shape === 'named' || shape === 'identified') && otherThan === undefined && name !== fixture,
  );
  return others.map(({ name }) => [
    `id-of-${name}`,
    `is the ID of the ${name}`,
    async (session, operation, parameter) => {
      const id = session.address(name);
      // If the ID is a serial number or a word, the parameter may address an existing record with the same ID.
      return isRandomId(id) && id !== (await knownValue(session, operation, parameter)) ? id : undefined;
    },
  ]);
}

/** True if the parameter accepts a name, alone or as an alternative to an ID. */
function isName({ fixtures }: RuleBook, { fixture }: Parameter): boolean {
  return fixtures.some(({ name, shape }) => name === fixture && (shape === 'named' || shape === 'value'));
}

/**
 * True if two names differ only in letter case or Unicode normalization, so that the contract does not decide whether
 * they are equal.
 */
function isSameName(one: string, other: string): boolean {
  const folded = (name: string) => name.normalize('NFKC').toLowerCase();
  return folded(one) === folded(other);
}

/** Nonexistent names for a path parameter that accepts the ID or the name of a resource. */
const NAMES: readonly UnknownIdentifier[] = [
  [
    'name-cut-short',
    'is a name without its last character',
    async (session, _, { fixture }) => withoutLastCharacter(namesOf(session, fixture)[0] ?? ''),
  ],
  [
    'name-with-a-suffix',
    'is a name with a suffix',
    async (session, _, { fixture }) => {
      const [name] = namesOf(session, fixture);
      return name === undefined ? undefined : withSuffix(name);
    },
  ],
  [
    'name-with-an-accent',
    'is a name with an accent on a letter',
    async (session, _, { fixture }) => {
      const names = namesOf(session, fixture);
      const [name = ''] = names;
      const changed = accented(name);
      return name === '' || names.includes(changed) ? undefined : changed;
    },
    false,
    'other-spelling',
  ],
  [
    'name-with-other-separators',
    'is a name with hyphens in place of spaces, or with spaces in place of hyphens',
    async (session, _, { fixture }) => {
      const names = namesOf(session, fixture);
      const spaced = names.find((name) => /\S \S/.test(name));
      const changed =
        spaced?.toLowerCase().replaceAll(' ', '-') ?? names.find((name) => name.includes('-'))?.replaceAll('-', ' ');
      return changed === undefined || names.includes(changed) ? undefined : changed;
    },
    false,
    'other-spelling',
  ],
];

/** The configured IDs and names of all records of the kind that the parameter addresses. */
function configuredTexts({ rules, target }: Session, { fixture }: Parameter): readonly string[] {
  const kinds = rules.fixtures.filter(({ name, otherThan, item }) => [name, otherThan, item].includes(fixture));
  return kinds.flatMap(({ name }) => addressesOf(target.fixtures[name]));
}

/** The configured record names of the fixture, and of the other fixtures whose records are of the same kind. */
function namesOf(session: Session, fixture = ''): string[] {
  const kinds = session.rules.fixtures.filter(({ name, otherThan }) => name === fixture || otherThan === fixture);
  return kinds
    .filter(({ name }) => session.has(name))
    .flatMap(({ name }) => addressesOf(session.fixture(name)).slice(1));
}

/**
 * Cases for `unknown-resource`: one path parameter names a nonexistent resource. The target must not respond with 400,
 * since IDs are opaque strings. The cases skip parameters without `x-fixture`, since a parameter without `x-fixture`
 * may not name a resource.
 */
export function* rejectsUnknown(rules: RuleBook, operation: Operation): Generator<Case> {
  const named = namedParameter(rules, operation);
  for (const parameter of operation.parameters.filter(isNamed)) {
    const isSameParameter = ({ name, fixture }: Parameter) => name === parameter.name && fixture === parameter.fixture;
    const peers = rules.contract.operations.filter(({ parameters }) => parameters.some(isSameParameter));
    const isOfNames = isName(rules, parameter);
    const possible = SPELLINGS.filter(([, , , , , isUndecidedForNames]) => !isOfNames || !isUndecidedForNames);
    const spellings = shareOf(possible, operation, peers);
    const identifiers = [
      ...UNKNOWN_IDENTIFIERS,
      ...otherIds(rules, parameter),
      ...spellings,
      ...(parameter === named ? NAMES : []),
    ];
    yield knownInQuery(operation, parameter);
    if (parameter === named) yield plusForSpace(operation, parameter);
    for (const [turn, identifier] of identifiers.entries()) {
      const [key, what, id, twice, rule = 'unknown-resource'] = identifier;
      yield {
        id: `${operation.operationId}/not-found/${parameter.name}/${key.replaceAll(/[^\w-]+/g, (character) => Buffer.from(character).toString('hex'))}`,
        title: `${operation.operationId} rejects ${/^[aeiou]/.test(parameter.name) ? 'an' : 'a'} ${parameter.name} that ${what}`,
        ...(spellings.includes(identifier) && { tags: ['thorough'] }),
        rules: [rule],
        operation,
        run: async (scope) => {
          await scope.requireAccepted(operation);
          const value = await id(scope.session, operation, parameter);
          if (value === undefined || configuredTexts(scope.session, parameter).includes(value)) return;
          const address = await addressForTurn(scope, operation, turn);
          const params = { ...address, [parameter.name]: value };
          const body = validBody(scope.session, operation);
          const isSpelling = rule === 'other-spelling';
          // After a deletion, a service may find no record for any identifier. Before the deletion, the case therefore
          // tests whether the service finds a record for every identifier.
          if (isSpelling && deletionOf(operation) && (await findsAny(scope, operation, parameter, address))) return;
          const wire = await toWire(scope.session, { operation, params, body, accept: ANY_MEDIA_TYPE });
          const answer = await scope.sendWire(wire, operation, ({ status }) =>
            status === 400 && hasControl(value) ? 'survival' : 'whole',
          );
          // A 415 to a request without a body is wrong for existing and nonexistent identifiers, so the 415 breaks the
          // rule about the success status of the operation.
          if (answer.status === 415 && !operation.requestBody) {
            scope.accepted(answer, operation, 'the request has no body', statusRule(operation));
            return;
          }
          if (isSpelling && isSuccess(answer) && (await findsAny(scope, operation, parameter, address))) return;
          // With a redirect, a service shows that it knows another spelling of the path, which the contract leaves open.
          if (isSpelling && answer.status >= 300 && answer.status < 400) return;
          // A rejection with another status than 404 does not break `other-spelling`.
          const isOpen = isSpelling || hasControl(value);
          scope.rejected(answer, 404, `${parameter.name} ${what}`, [rule], isOpen ? [] : [rule]);
          if (!twice) return;
          const again = await scope.send({ operation, params, body });
          scope.rejected(
            again,
            404,
            `${parameter.name} ${what}, also in a second request`,
            ['unknown-resource'],
            ['unknown-resource'],
          );
        },
      };
    }
  }
}

/**
 * True if the service finds a record for every identifier, so that it breaks the rule `unknown-resource`, and not the
 * rule `other-spelling`.
 */
async function findsAny(
  scope: Scope,
  operation: Operation,
  { name }: Parameter,
  address: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const params = { ...address, [name]: randomUUID() };
  return isSuccess(await scope.send({ operation, params, body: validBody(scope.session, operation) }));
}

/**
 * The case with a name whose spaces are plus signs in the path. A plus sign means a space only in an encoded form (URL
 * standard §5.1), such as a query, and not in a path.
 */
function plusForSpace(operation: Operation, parameter: Parameter): Case {
  const { name, fixture } = parameter;
  return {
    id: `${operation.operationId}/not-found/${name}/plus-signs-for-spaces`,
    title: `${operation.operationId} rejects a name with plus signs in place of its spaces as ${name}`,
    rules: ['other-spelling'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const { session } = scope;
      const known = configuredTexts(session, parameter);
      const spaced = namesOf(session, fixture).find(
        (one) => one.includes(' ') && !known.includes(one.replaceAll(' ', '+')),
      );
      if (spaced === undefined || (deletionOf(operation) && (await findsAny(scope, operation, parameter)))) return;
      const body = validBody(session, operation);
      const wire = await toWire(session, { operation, params: { [name]: spaced }, body });
      const encoded = encodeURIComponent(spaced);
      const path = wire.path.replace(encoded, encoded.replaceAll('%20', '+'));
      const answer = await scope.sendWire({ ...wire, path }, operation);
      if (isSuccess(answer) && (await findsAny(scope, operation, parameter))) return;
      const message = 'the target reads a plus sign in a path as a space';
      scope.check('other-spelling', !isSuccess(answer), message, '404', answer);
    },
  };
}

/** The case with a nonexistent identifier in the path, and the identifier of an existing record in the query. */
function knownInQuery(operation: Operation, parameter: Parameter): Case {
  const { name } = parameter;
  return {
    id: `${operation.operationId}/not-found/${name}/known-in-query`,
    title: `${operation.operationId} rejects a nonexistent ${name} in the path if the query contains an existing ${name}`,
    rules: ['unknown-resource'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const { session } = scope;
      const query = new URLSearchParams({ [name]: await knownValue(session, operation, parameter) });
      const body = validBody(session, operation);
      const wire = await toWire(session, { operation, params: { [name]: randomUUID() }, body });
      const path = `${wire.path}${wire.path.includes('?') ? '&' : '?'}${query}`;
      // A server may reject the undocumented query parameter with a 4xx other than 404, so only a success breaks
      // `unknown-resource`.
      const answer = await scope.sendWire({ ...wire, path }, operation);
      // Other cases report a service that finds every identifier, also without a query.
      if (isSuccess(answer) && isSuccess(await scope.sendWire(wire, operation))) return;
      const message = `the target uses ${name} of the query instead of ${name} of the path`;
      scope.check('unknown-resource', !isSuccess(answer), message, '404', answer);
    },
  };
}
