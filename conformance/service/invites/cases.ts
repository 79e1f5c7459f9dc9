import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject, quoted } from '../../../src/contract/json.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { isSameId } from '../../engine/catalogue/identifier-variants.ts';
import type { Scope } from '../../engine/scope.ts';
import type { Session } from '../../engine/session.ts';
import { configured, fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';

type AddressRow = readonly [
  id: string,
  what: string,
  address: (name: string, session: Session) => string,
  /**
   * The reason why a service may reject the address, such as its domain or an unusual form; absent if every service
   * must accept the address.
   */
  domain?: 'another domain' | 'open',
];

/** Cases for createInvite (§4.6): the invite in the response has the values of the request. */
export function* invites(): Generator<Case> {
  const addresses: readonly AddressRow[] = [
    ['plain', 'a plain address', (name, session) => session.emailAddress(name)],
    [
      'plus-and-dots',
      'an address with a plus sign and dots',
      (name, session) => session.emailAddress(`first.last.${name}+tag`),
    ],
    ['capitals', 'an address with capital letters', (name, session) => session.emailAddress(`First.Last.${name}`)],
    [
      'subdomain',
      'an address in a subdomain',
      (name, session) => session.emailAddress(name, 'mail.eu.'),
      'another domain',
    ],
    [
      'domain-capitals',
      'an address in a domain with capital letters',
      (name, session) => session.emailAddress(name).replace(/@.*/, inCapitals),
    ],
    ['long-domain', 'an address in a domain with a hyphen and a long top-level domain', inLongDomain, 'another domain'],
    [
      'role',
      'the address of a role',
      (name, session) => session.emailAddress('info', `${hostLabel(name)}.`),
      'another domain',
    ],
    [
      'domain-digit',
      'an address in a domain of a digit',
      (name, session) => session.emailAddress(name, '3.'),
      'another domain',
    ],
    [
      'domain-punycode',
      'an address in an internationalized domain',
      (name, session) => session.emailAddress(name, 'xn--bcher-kva.'),
      'another domain',
    ],
    ['digit', 'an address that begins with a digit', (name, session) => session.emailAddress(`1.${name}`)],
    [
      'one-letter',
      'an address of one letter',
      (name, session) => session.emailAddress('a', `${hostLabel(name)}.`),
      'another domain',
    ],
    [
      'underscore',
      'an address with an underscore and a hyphen',
      (name, session) => session.emailAddress(`a_b-c.${name}`),
    ],
    ['digits', 'an address of digits', (name, session) => session.emailAddress(`1234567890.${name}`)],
    [
      'long',
      'an address whose local part has 64 characters',
      (name, session) => session.emailAddress(name.padEnd(64, 'x')),
    ],
    ...["!#$%&'*/=?^`{|}~", 'a%40b', 'null', '-a-', 'a+b+c', 'xn--a'].map(
      (part, index): AddressRow => [
        `atext-${index}`,
        `an address with ${part}`,
        (name, session) => session.emailAddress(`${part}.${name}`),
        'open',
      ],
    ),
    ...['"ada"', '"first last"', '"a@b"'].map(
      (quoted, index): AddressRow => [
        `quoted-${index}`,
        `an address whose local part is ${quoted}`,
        (name, session) => session.emailAddress(`${quoted.slice(0, -1)}${name}"`),
        'open',
      ],
    ),
    ...[101, 129, 200, 254, 255, 321, 1000].map(
      (length): AddressRow => [
        `length-${length}`,
        `an address of ${length} characters`,
        (name, session) => ofLength(length, name, session),
        'open',
      ],
    ),
    ['apostrophe', 'an address with an apostrophe', (name, session) => session.emailAddress(`o'brien.${name}`)],
  ];
  for (const [id, what, address, domain] of addresses) {
    yield {
      id: `invites/create/address/${id}`,
      title: `createInvite invites ${what}, and the invite is pending`,
      rules: domain === 'open' ? ['server-error'] : ['D71', 'D70', 'D73'],
      run: async (scope) => {
        const email = address(scope.session.uniqueName(), scope.session);
        const operation = operationOf(scope, 'createInvite');
        const answer = await invite(scope, email);
        // A service may reject an address that cannot receive email (D08).
        if (domain !== undefined && answer.status === 422) return;
        if (domain === 'open' && answer.status >= 400 && answer.status < 500) return;
        if (answer.status >= 400) await scope.requireAccepted(operation);
        if (!scope.accepted(answer, operation, `${email} is a valid email address`, ['D73']) || !isObject(answer.json))
          return;
        const want: JsonObject = {
          invitedEmail: email,
          parentType: 'org',
          parentId: fixture(scope.session, 'org').id,
          status: 'pending',
        };
        expectInvite(scope, want, answer.json);
        const { id } = answer.json;
        if (typeof id === 'string')
          scope.check('D70', id !== '', '`id` of the invite is an empty string', 'an ID', String(id));
      },
    };
  }
  yield {
    id: 'invites/create/onlyDocumentedProperties',
    title: 'createInvite uses only `email` from the body',
    rules: ['D71', 'D10'],
    run: async (scope) => {
      const email = scope.session.emailAddress(scope.session.uniqueName());
      const operation = operationOf(scope, 'createInvite');
      const extra = {
        id: randomUUID(),
        status: 'accepted',
        parentId: randomUUID(),
        parentType: 'project',
        invitedEmail: `x${email}`,
        Email: `y${email}`,
        EMAIL: `z${email}`,
      };
      const answer = await scope.send({ operation, body: { email, ...extra } });
      if (answer.status >= 400) await scope.requireAccepted(operation);
      if (!scope.accepted(answer, operation, 'unknown properties are ignored', ['D10']) || !isObject(answer.json))
        return;
      const { id } = fixture(scope.session, 'org');
      expectInvite(scope, { invitedEmail: email, parentType: 'org', parentId: id, status: 'pending' }, answer.json);
      const message = '`id` of the invite comes from the request body; expected an ID that the service sets';
      if (scope.check('D10', answer.json.id !== extra.id, message, 'an ID of the service', extra.id)) return;
      const other = scope.session.emailAddress(scope.session.uniqueName());
      const second = await scope.send({ operation, body: { email: other, id: extra.id } });
      if (!isSuccess(second) || !isObject(second.json)) return;
      const isOwn = second.json.id !== extra.id;
      scope.check('D72', isOwn, 'two invites have the same `id`, which comes from the body', 'a new ID', extra.id);
    },
  };
  for (const name of ['invitedEmail', 'mail', 'emailAddress']) {
    yield {
      id: `invites/create/rejects/${name}`,
      title: `createInvite rejects \`${name}\` instead of \`email\``,
      rules: ['D70', 'D05'],
      run: async (scope) => {
        const operation = operationOf(scope, 'createInvite');
        await scope.requireAccepted(operation);
        const answer = await scope.send({
          operation,
          body: { [name]: scope.session.emailAddress(scope.session.uniqueName()) },
        });
        scope.rejected(answer, 400, `the body has \`${name}\` instead of \`email\``, ['D70'], ['D05']);
      },
    };
  }
  yield {
    id: 'invites/create/newId',
    title: 'createInvite returns a unique `id` for each invite',
    rules: ['D72'],
    run: async (scope) => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => invite(scope, scope.session.emailAddress(scope.session.uniqueName()))),
      );
      const made = answers
        .filter(isSuccess)
        .flatMap(({ json }) => (isObject(json) && typeof json.id === 'string' ? [json.id] : []));
      if (made.length < 2) return scope.untestable(['D72'], 'the target did not create two invites');
      scope.check(
        'D72',
        new Set(made).size === made.length,
        'two invites have the same id',
        `${made.length} ids`,
        `${new Set(made).size}`,
      );
    },
  };
  yield {
    id: 'invites/create/pending',
    title: 'createInvite responds with 409 to an address with a pending invite to the same organization',
    rules: ['D74', 'D72'],
    run: async (scope) => {
      const name = scope.session.uniqueName();
      const email = scope.session.emailAddress(name);
      const first = await invite(scope, email);
      if (!isSuccess(first)) return scope.untestable(['D74', 'D72'], `no invite could be created (${describe(first)})`);
      scope.rejected(await invite(scope, email), 409, 'the address has a pending invite', ['D74'], ['D74']);
      scope.rejected(await invite(scope, email), 409, 'the address still has a pending invite', ['D74'], ['D74']);
      const { session } = scope;
      // As a pattern with the wildcards `_` and `%` of databases, the last two addresses match the first address.
      const others = [
        session.emailAddress(name, 'other.'),
        email.slice(1),
        `_${email.slice(1)}`,
        email.replace('@', '%@'),
      ];
      for (const other of others) {
        const answer = await invite(scope, other);
        const message = `the target rejects ${other} with 409, although only ${email} has a pending invite`;
        scope.check(['D74', 'D72'], answer.status !== 409, message, '201', answer);
      }
    },
  };
  yield {
    id: 'invites/create/twoOrganizations',
    title: 'createInvite accepts one address in two organizations',
    rules: ['D74', 'D71', 'D72'],
    run: async (scope) => {
      const { org, otherOrg } = configured(scope.session);
      if (!org || !otherOrg) return;
      const operation = operationOf(scope, 'createInvite');
      const email = scope.session.emailAddress(scope.session.uniqueName());
      const [first, second] = [await invite(scope, email), await invite(scope, email, { org: otherOrg.id })];
      scope.require(isSuccess(first), `no invite could be created (${describe(first)})`);
      scope.require(second.status !== 404, `the target does not have the fixture \`otherOrg\` (${describe(second)})`);
      const meets = 'the target rejects an address with 409 because of an invite to another organization';
      if (!scope.check(['D74', 'D72'], second.status !== 409, meets, '201', second)) return;
      if (second.status >= 400) await scope.requireAccepted(operation);
      if (!scope.accepted(second, operation, 'the organization exists', ['D72'])) return;
      const [one, two] = [first.json, second.json];
      if (!isObject(one) || !isObject(two)) return;
      expectInvite(scope, { parentId: org.id, status: 'pending' }, one);
      expectInvite(scope, { parentId: otherOrg.id, status: 'pending' }, two);
      if (typeof one.id === 'string' && typeof two.id === 'string')
        scope.check('D72', one.id !== two.id, 'invites to two organizations have the same id', 'two', String(two.id));
      for (const { id } of [org, otherOrg]) {
        const again = await invite(scope, email, { org: id });
        scope.rejected(again, 409, 'the address has a pending invite to this organization', ['D74'], ['D74']);
      }
    },
  };
}

/** A domain label made from a name: each character that a label cannot contain becomes a hyphen (RFC 1123 §2.1). */
function hostLabel(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-');
}

/** The email address with a capital letter at the start of its domain, and with its top-level domain in capitals. */
function inCapitals(domain: string): string {
  return domain.replace(/(?<=@)./, (first) => first.toUpperCase()).replace(/\.[^.]+$/, (end) => end.toUpperCase());
}

/** An email address of the given length, in whose domain each label has at most 63 characters (RFC 1035 §2.3.4). */
function ofLength(length: number, name: string, session: Session): string {
  const missing = length - session.emailAddress(name).length;
  const labels = [...'x'.repeat(missing - 1)].map((letter, index) => (index % 61 === 60 ? '.' : letter));
  return session.emailAddress(name, `${labels.join('').replace(/\.$/, 'x')}.`);
}

/** An address in a reserved domain (RFC 2606 §2). Many patterns for email addresses reject a long top-level domain. */
function inLongDomain(name: string, session: Session): string {
  return session.target.emailDomain === undefined
    ? `${name}@example-mail.example`
    : session.emailAddress(name, 'example-mail.');
}

/**
 * Compares properties of an invite with the expected values. The function ignores a value of a wrong type, since
 * another check reports violations of the schema.
 */
export function expectInvite(scope: Scope, want: JsonObject, got: JsonObject): void {
  for (const [name, value] of Object.entries(want)) {
    if (typeof got[name] !== typeof value) continue;
    const message = `\`${name}\` of the invite is ${quoted(got[name])}; expected ${quoted(value)}`;
    const same = got[name] === value || (name === 'parentId' && isSameId(String(value), String(got[name])));
    scope.check('D71', same, message, quoted(value), quoted(got[name]), { pointer: `/${name}` });
  }
}

function invite(
  scope: Scope,
  email: string,
  { org, ...options }: { apiKey?: string | undefined; org?: string | undefined } = {},
) {
  const params = org === undefined ? {} : { orgId: org };
  return scope.send({ operation: operationOf(scope, 'createInvite'), params, body: { email }, ...options });
}
