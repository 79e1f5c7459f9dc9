import { randomBytes, randomUUID } from 'node:crypto';
import type { Operation } from '../../../src/contract/operation.ts';
import { type Answer, isSuccess } from '../../target/answer.ts';
import { isFieldValue } from '../../target/field-value.ts';
import { swapCase } from '../../target/secrets.ts';
import type { Case } from '../case.ts';
import { ELSEWHERE, IN_QUERY, isFree, type KeyPlace } from '../key-places.ts';
import { ANYTHING, type OperationRequest, toWire, validBody } from '../request.ts';
import { mustBeRouted } from '../routed.ts';
import { describe, type Scope } from '../scope.ts';
import type { Session } from '../session.ts';

type KeyCase = readonly [what: string, key: (session: Session) => string | undefined];

const MISSING: KeyCase = ['without an API key', () => undefined];
const UNKNOWN: KeyCase = ['with an unknown API key', () => `unknown-${randomBytes(12).toString('hex')}`];

const KEYS: readonly KeyCase[] = [
  MISSING,
  ['with an empty API key', () => ''],
  UNKNOWN,
  ['with an API key that has one character more', ({ target }) => `${target.apiKey}x`],
  ['with an API key that has one character less', ({ target }) => target.apiKey.slice(0, -1)],
  ['with the API key in another letter case', ({ target }) => inOtherCase(target.apiKey)],
  ['with a word that every JavaScript object has for a key', () => 'constructor'],
  ['with the word null for a key', () => 'null'],
  ['with the word undefined for a key', () => 'undefined'],
  ['with the API key behind the word Bearer', ({ target }) => `Bearer ${target.apiKey}`],
  ['with the API key behind another one and a comma', ({ target }) => `unknown, ${target.apiKey}`],
];

type OrderCase = readonly [
  what: string,
  request: (session: Session, operation: Operation) => Partial<OperationRequest> | undefined,
];

/** What a server that looks at the key too late would answer instead. */
const BEFORE: readonly OrderCase[] = [
  ['the body is not JSON', (_, operation) => (operation.requestBody ? { raw: '{"' } : undefined)],
  [
    'the body has another media type',
    (session, operation) => ({ body: validBody(session, operation), contentType: 'text/plain' }),
  ],
  ['the body breaks the schema', (_, operation) => (operation.requestBody ? { body: {} } : undefined)],
  [
    'the resource is unknown',
    (session, operation) => ({ params: unknownParams(operation), body: validBody(session, operation) }),
  ],
];

/** Every other address that a project may be asked for at: a guard may stand before one of them alone. */
const PROJECTS: readonly (readonly [whose: string, address: (session: Session) => string])[] = [
  ["the project's name", (session) => session.fixture('project').name],
  ["another project's ID", (session) => session.fixture('otherProject').id],
];

/** D02, D03: no answer but 401 without a key that is known, whatever else is wrong. D04 where a forbidden key is given. */
export function* refusesKeys(operation: Operation): Generator<Case> {
  if (operation.apiKeys.length === 0) return;
  for (const [what, key] of KEYS) {
    yield refused(operation, what, async (session) => ({
      operation,
      body: validBody(session, operation),
      apiKey: key(session),
    }));
  }
  for (const [situation, change] of BEFORE) {
    for (const [what, key] of [MISSING, UNKNOWN]) {
      if (!operation.requestBody && situation.startsWith('the body')) continue;
      const request = async (session: Session) => ({ operation, apiKey: key(session), ...change(session, operation) });
      yield refused(operation, what, request, situation);
    }
  }
  for (const place of ELSEWHERE) yield elsewhere(operation, place);
  const project = operation.parameters.find((parameter) => parameter.in === 'path' && parameter.fixture === 'project');
  for (const [whose, address] of project ? PROJECTS : []) {
    const [what, key] = MISSING;
    yield refused(operation, `${what} under ${whose}`, async (session) => ({
      operation,
      params: { [project?.name ?? '']: address(session) },
      body: validBody(session, operation),
      apiKey: key(session),
    }));
  }
  yield* spelled(operation);
  yield forbidden(operation);
}

/** D02: names of headers are the same in any letter case (RFC 9110 §5.1), and proxies change it. */
function* spelled(operation: Operation): Generator<Case> {
  const [header] = operation.apiKeys;
  if (!header || !operation.requestBody) return;
  const { name } = header;
  yield {
    title: `${operation.operationId} takes the API key in ${name} in whatever letter case its name is`,
    rules: ['D02'],
    operation,
    run: async (scope) => {
      await scope.twin(operation);
      for (const spelling of [name.toLowerCase(), name.toUpperCase()]) {
        const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
        const { [name]: key = '', ...others } = wire.headers;
        const answer = await scope.sendWire({ ...wire, headers: { ...others, [spelling]: key } }, operation);
        const message = `the API key is not known where it comes as \`${spelling}\``;
        scope.check('D02', answer.status !== 401 && answer.status !== 403, message, 'an answer as to any key', answer);
      }
    },
  };
}

/** `situation` is what else is wrong, and not to be looked at. */
function refused(
  operation: Operation,
  what: string,
  request: (session: Session) => Promise<OperationRequest>,
  situation?: string,
): Case {
  const before = situation === undefined ? '' : ` before it sees that ${situation}`;
  return {
    title: `${operation.operationId} refuses a request ${what}${before}`,
    rules: what.startsWith('without') ? ['D02', 'D03'] : ['D03'],
    operation,
    run: async (scope) => {
      await scope.twin(operation);
      const sent = await request(scope.session);
      // A key that is the right one after all.
      if (sent.apiKey === scope.session.target.apiKey) return;
      const answer = await scope.send({ ...sent, accept: ANYTHING });
      if (answer.status === 404 && situation === undefined && operation.requestBody) {
        const { status } = await scope.send({ ...sent, apiKey: scope.session.target.apiKey });
        scope.mustHold(status !== 404, 'with a known key it is not found, either');
      }
      await mustBeThere(scope, operation, answer);
      judge(scope, answer, what, situation);
    },
  };
}

function elsewhere(operation: Operation, keyPlace: KeyPlace): Case {
  const [what, place] = keyPlace;
  return {
    title: `${operation.operationId} refuses an API key that comes ${what}`,
    rules: ['D02', 'D03'],
    operation,
    run: async (scope) => {
      const { session } = scope;
      if (!isFree(keyPlace, session.target)) return;
      await scope.twin(operation);
      const wire = await toWire(session, { operation, body: validBody(session, operation), apiKey: undefined });
      const answer = await scope.sendWire({ ...wire, ...place(session.target.apiKey, wire) }, operation);
      // A service may refuse a query that it does not know, before it asks for the key: the contract has none.
      if (keyPlace === IN_QUERY && answer.status === 400) return scope.holds('D02', 'D03');
      await mustBeThere(scope, operation, answer);
      judge(scope, answer, `without an API key in its header, but with one ${what},`);
    },
  };
}

/** Where nothing can be made to be found, a 404 may be that of an operation that is not there. @throws Untestable */
async function mustBeThere(scope: Scope, operation: Operation, { status }: Answer): Promise<void> {
  if (status === 404 && !operation.requestBody) await mustBeRouted(scope, operation);
}

/** D02 asks for the header at all; D03 for 401. */
function judge(scope: Scope, answer: Answer, what: string, situation?: string): void {
  const { status } = answer;
  const where = situation === undefined ? '' : ` where ${situation}`;
  if (what.startsWith('without')) {
    scope.check('D02', !isSuccess(answer), `a request ${what} was accepted`, '401', answer);
  }
  if (status < 500)
    scope.check('D03', status === 401, `a request ${what} was not answered with 401${where}`, '401', answer);
}

/** Whose letter case says nothing: decimal and hexadecimal numbers, and base32 (RFC 4648 §6), as a ULID. */
const CASELESS = /^[0-9a-fA-F-]*$|^[0-9A-Z-]{16,}$/;

/** As it is where its letter case says nothing, or where no header can carry the other one (Ÿ of ÿ). */
export function inOtherCase(apiKey: string): string {
  const other = swapCase(apiKey);
  return CASELESS.test(apiKey) || !isFieldValue(other) ? apiKey : other;
}

function unknownParams({ parameters }: Operation): Record<string, string> {
  return Object.fromEntries(
    parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, randomUUID()]),
  );
}

function forbidden(operation: Operation): Case {
  return {
    title: `${operation.operationId} refuses a key without permission`,
    rules: ['D04'],
    operation,
    run: async (scope) => {
      const { session } = scope;
      const apiKey = session.target.fixtures.forbiddenApiKey;
      if (apiKey === undefined) return;
      const answer = await scope.send({ operation, body: validBody(session, operation), apiKey });
      if (answer.status !== 403) {
        // A server that minds no key here, or minds it too late, breaks D03 alone.
        const body = validBody(session, operation);
        const stranger = await scope.send({ operation, body, apiKey: UNKNOWN[1](session) });
        scope.mustHold(stranger.status === 401, `an unknown key is not refused, either (${describe(stranger)})`);
      }
      scope.check('D04', answer.status === 403, 'a key without permission was not answered with 403', '403', answer);
    },
  };
}
