import { randomUUID } from 'node:crypto';
import type { Operation, Parameter } from '../../src/contract/document/operation.ts';
import { append } from '../../src/contract/json-pointer.ts';
import { keyword } from '../../src/contract/schema/schema-walk.ts';
import type { Answer } from '../../src/run-result/wire.ts';
import { describe, isSuccess } from '../connection/answer.ts';
import { addressesOf, forbiddenKeyOf } from '../connection/fixture-kind.ts';
import { places, replaced } from '../engine/bodies/body-places.ts';
import type { Case } from '../engine/case.ts';
import { requireProbe } from '../engine/probe.ts';
import { namedParameter } from '../engine/request/addressed-by-name.ts';
import {
  additionalPlaces,
  IN_BODY,
  IN_QUERY,
  inOtherHeaders,
  isAllowed,
  type KeyPlace,
} from '../engine/request/key-places.ts';
import { operationExists } from '../engine/request/operation-exists.ts';
import {
  ANY_MEDIA_TYPE,
  newRecordParams,
  type OperationRequest,
  toWire,
  validBody,
} from '../engine/request/request.ts';
import { bodyOf, largestExample, violationsOf } from '../engine/request/samples.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import type { Scope } from '../engine/scope.ts';
import type { Session } from '../engine/session.ts';
import { KEYS, type KeyCase, MISSING, UNKNOWN, WRONG_KEYS } from './api-keys.ts';
import { shareOf } from './share.ts';

const LONG_KEY = 1024;

type OrderCase = readonly [
  id: string,
  what: string,
  request: (session: Session, operation: Operation) => Partial<OperationRequest>,
  ofBody?: true,
];

/**
 * Additional mistakes in a request without a valid API key. A server that checks the API key too late reports the
 * additional mistake instead of the missing or wrong API key.
 */
const BEFORE: readonly OrderCase[] = [
  ['malformed', 'the body is not JSON', () => ({ raw: '{"' }), true],
  [
    'media-type',
    'the body has another media type',
    (session, operation) => ({ body: validBody(session, operation), contentType: 'text/plain' }),
    true,
  ],
  ['invalid', 'the body violates the schema', () => ({ body: {} }), true],
  ['no-body', 'the body is missing', () => ({}), true],
  [
    'nonexistent',
    'the resource does not exist',
    (session, operation) => ({ params: unknownParams(operation), body: validBody(session, operation) }),
  ],
];

/**
 * Ways to invalidate a string whose schema has a format, such as an email address or a PEM. A faulty service may
 * validate the formats of the strings before it checks the API key, and may detect only one kind of invalid string.
 */
const DAMAGES: readonly (readonly [id: string, what: string, damage: (text: string) => string])[] = [
  ['another-text', 'is a text without the format', () => 'not valid'],
  [
    'damaged',
    'is damaged in the middle',
    (text) => `${text.slice(0, text.length / 2)} ! ${text.slice(text.length / 2 + 8)}`,
  ],
];

/** Bodies that each have one invalid string, for each string of a valid body whose schema has a format. */
function formatMistakes({ contract }: RuleBook, operation: Operation): OrderCase[] {
  const { schema } = bodyOf(contract, operation)?.schema ?? {};
  const { value } = largestExample(contract, operation) ?? {};
  return [...places(contract.root, schema, value)].flatMap(({ path, nodes, value: text }) => {
    if (keyword(nodes, 'format') === undefined || typeof text !== 'string') return [];
    const pointer = append('', ...path);
    return DAMAGES.flatMap(([id, what, damage]): OrderCase[] => {
      const body = replaced(value, path, damage(text));
      const broken = violationsOf(contract, operation, body);
      const isOnlyHere = broken.length > 0 && broken.every((violation) => violation.pointer === pointer);
      return isOnlyHere ? [[`${path.join('.')}-${id}`, `${path.join('.')} ${what}`, () => ({ body })]] : [];
    });
  });
}

/**
 * Cases that test that every request without a known API key gets a 401, and that a request with an API key without
 * permission gets a 403.
 */
export function* rejectsKeys(rules: RuleBook, operation: Operation): Generator<Case> {
  const [keyHeader] = operation.apiKeys;
  if (!keyHeader) return;
  const peers = rules.contract.operations.filter(({ apiKeys }) => apiKeys.length > 0);
  const valid: OrderCase = ['', '', (session) => ({ body: validBody(session, operation) })];
  for (const one of KEYS) yield rejectionCase(operation, one, valid);
  for (const one of shareOf(WRONG_KEYS, operation, peers))
    yield { ...rejectionCase(operation, one, valid), tags: ['thorough'] };
  for (const order of BEFORE) {
    const [, , , ofBody] = order;
    if (ofBody && !operation.requestBody) continue;
    for (const one of [MISSING, UNKNOWN]) yield rejectionCase(operation, one, order);
  }
  for (const order of formatMistakes(rules, operation)) yield rejectionCase(operation, UNKNOWN, order);
  for (const place of additionalPlaces(keyHeader.name).filter(([id]) => id !== IN_BODY || operation.requestBody))
    yield keyInOtherPlace(operation, place);
  for (const place of shareOf(inOtherHeaders(keyHeader.name), operation, peers))
    yield { ...keyInOtherPlace(operation, place), tags: ['thorough'] };
  // A path may address a resource by its ID or by its name, and a service may check the API key for only one of the
  // two.
  const parameter = namedParameter(rules, operation);
  for (const [id, whose, address] of parameter ? otherAddresses(rules, parameter) : []) {
    const [, what, key] = MISSING;
    yield rejectionCase(
      operation,
      [`missing-${id}`, `${what} under ${whose}`, key],
      [
        '',
        '',
        (session) => ({
          params: { [parameter?.name ?? '']: address(session) },
          body: validBody(session, operation),
        }),
      ],
    );
  }
  yield* headerLetterCase(operation);
  yield forbiddenKey(operation);
}

type Address = readonly [id: string, whose: string, address: (session: Session) => string];

/**
 * Values of the path parameter other than the ID of the fixture: the name of the fixture, and the IDs of other fixtures
 * of the same kind.
 */
function otherAddresses({ fixtures }: RuleBook, { fixture = '' }: Parameter): Address[] {
  const others = fixtures.filter(({ otherThan }) => otherThan === fixture);
  return [
    [
      'name',
      `the ${fixture}'s name`,
      (session) => addressesOf(session.fixture(fixture))[1] ?? session.address(fixture),
    ],
    ...others.map(({ name }): Address => [name, `another ${fixture}'s ID`, (session) => session.address(name)]),
  ];
}

/**
 * The case that tests that the service accepts the name of the header with the API key in any letter case (RFC 9110
 * §5.1), since proxies change the letter case of header names.
 */
function* headerLetterCase(operation: Operation): Generator<Case> {
  const [header] = operation.apiKeys;
  if (!header || !operation.requestBody) return;
  const { name } = header;
  yield {
    id: `${operation.operationId}/accepts-api-key/letter-case`,
    title: `${operation.operationId} accepts the header ${name} with the API key in any letter case of the header name`,
    rules: ['auth-required'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      for (const spelling of [name.toLowerCase(), name.toUpperCase()]) {
        const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
        const { [name]: key = '', ...others } = wire.headers;
        const answer = await scope.sendWire({ ...wire, headers: { ...others, [spelling]: key } }, operation);
        const message = `the target responds with ${answer.status} to the API key in the header \`${spelling}\``;
        scope.check(
          'auth-required',
          answer.status !== 401 && answer.status !== 403,
          message,
          `the same response as for ${name}`,
          answer,
        );
      }
    },
  };
}

/**
 * The case that sends a request with a wrong API key or without an API key. `situation` describes an additional mistake
 * in the request, which the server must not report.
 */
function rejectionCase(
  operation: Operation,
  [keyId, what, key]: KeyCase,
  [orderId, situation, change]: OrderCase,
): Case {
  const { operationId } = operation;
  const before = situation === '' ? '' : ` with 401 even if ${situation}`;
  const isMissing = keyId.startsWith(MISSING[0]);
  return {
    id: `${operationId}/rejects-api-key/${[keyId, orderId].filter((part) => part !== '').join('-before-')}`,
    title: `${operationId} rejects a request ${what}${before}`,
    rules: isMissing ? ['auth-required', 'auth-rejected'] : ['auth-rejected'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const sent = { operation, apiKey: key(scope.session), ...change(scope.session, operation) };
      // A changed API key may equal the right API key, for example if the change of the letter case has no effect. HTTP
      // ignores spaces around the value of a header.
      if (sent.apiKey?.trim() === scope.session.target.apiKey) return;
      const answer = await scope.send({ ...sent, accept: ANY_MEDIA_TYPE });
      if (answer.status === 404 && situation === '' && operation.requestBody) {
        const { status } = await scope.send({ ...sent, apiKey: scope.session.target.apiKey });
        scope.require(status !== 404, 'the target also responds with 404 to a known key');
      }
      await requireOperationExists(scope, operation, answer);
      // A server may reject a long header with 400 or 431 before it reads the API key.
      if ((sent.apiKey ?? '').length > LONG_KEY && [400, 431].includes(answer.status))
        return scope.holds('auth-rejected');
      evaluate(scope, answer, what, isMissing, situation);
    },
  };
}

function keyInOtherPlace(operation: Operation, keyPlace: KeyPlace): Case {
  const [id, what, place] = keyPlace;
  return {
    id: `${operation.operationId}/rejects-api-key/${id}`,
    title: `${operation.operationId} rejects a request with the API key only ${what}`,
    rules: ['auth-required', 'auth-rejected'],
    operation,
    run: async (scope) => {
      const { session } = scope;
      if (!isAllowed(keyPlace, session.target)) return;
      await scope.requireAccepted(operation);
      const wire = await toWire(session, { operation, body: validBody(session, operation), apiKey: undefined });
      const answer = await scope.sendWire({ ...wire, ...place(session.target.apiKey, wire) }, operation);
      // A service may reject an undocumented or long query before it checks the API key.
      if (id === IN_QUERY && [400, 414, 431].includes(answer.status))
        return scope.holds('auth-required', 'auth-rejected');
      await requireOperationExists(scope, operation, answer);
      evaluate(scope, answer, `with the API key only ${what}`, true);
    },
  };
}

/**
 * If a request without a body got a 404, verifies that the target implements the operation.
 *
 * @throws Untestable if the operation is missing
 */
async function requireOperationExists(scope: Scope, operation: Operation, { status }: Answer): Promise<void> {
  if (status === 404 && !operation.requestBody) await requireProbe(scope, operationExists(operation));
}

/** Evaluates the rules `auth-required` (no success without an API key) and `auth-rejected` (the status is 401). */
function evaluate(scope: Scope, answer: Answer, what: string, isMissing: boolean, situation = ''): void {
  const { status } = answer;
  const where = situation === '' ? '' : ` even if ${situation}`;
  if (isMissing) {
    const accepted = `the target accepts a request ${what}; expected 401`;
    scope.check('auth-required', !isSuccess(answer), accepted, '401', answer);
  }
  const message = `the target responds with ${status} to a request ${what}; expected 401${where}`;
  if (status < 500) scope.check('auth-rejected', status === 401, message, '401', answer);
}

function unknownParams({ parameters }: Operation): Record<string, string> {
  return Object.fromEntries(
    parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, randomUUID()]),
  );
}

function forbiddenKey(operation: Operation): Case {
  return {
    id: `${operation.operationId}/rejects-api-key/forbidden`,
    title: `${operation.operationId} responds with 403 to an API key without permission`,
    rules: ['auth-forbidden'],
    operation,
    run: async (scope) => {
      const { session } = scope;
      const apiKey = forbiddenKeyOf(session.target.fixtures);
      if (apiKey === undefined) return;
      // The request addresses a new record, so that the final cases of the run detect whether the rejected request
      // changed it.
      const params = await newRecordParams(session, operation);
      const answer = await scope.send({ operation, params, body: validBody(session, operation), apiKey });
      if (answer.status !== 403) {
        // If the server also accepts an unknown API key, it breaks `auth-rejected`, and not `auth-forbidden`.
        const body = validBody(session, operation);
        const unknown = await scope.send({ operation, body, apiKey: UNKNOWN[2](session) });
        const reason = `the target does not respond with 401 to an unknown key either (${describe(unknown)})`;
        scope.require(unknown.status === 401, reason);
      }
      scope.check(
        'auth-forbidden',
        answer.status === 403,
        `the target responds with ${answer.status} to an API key without permission; expected 403`,
        '403',
        answer,
      );
    },
  };
}
