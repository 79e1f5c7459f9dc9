import { randomUUID } from 'node:crypto';
import { type Operation, successOf } from '../../src/contract/document/operation.ts';
import type { Answer, Judgement, WireRequest } from '../../src/run-result/wire.ts';
import { isSuccess } from '../connection/answer.ts';
import { addressesOf } from '../connection/fixture-kind.ts';
import type { Case } from '../engine/case.ts';
import { singleHeaders, type Variant } from '../engine/catalogue/variant.ts';
import {
  ACCEPTS,
  ACCEPTS_WITH_JSON,
  BODIES,
  HEADERS,
  HOSTS,
  IN_EVERY_OPERATION,
  MALFORMED_HEADERS,
  QUERIES,
  UNGUARDED,
  UNGUARDED_IN_EVERY_OPERATION,
} from '../engine/catalogue/variant-table.ts';
import { hasApiKey } from '../engine/request/read-request.ts';
import { isInPath, type OperationRequest, toWire, validBody, withTexts } from '../engine/request/request.ts';
import type { RuleBook } from '../engine/rules/rule-book.ts';
import { statusRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';
import { shareOf } from './share.ts';

/** Variants of the query that no server has a reason to reject. */
const HARMLESS: ReadonlySet<Variant> = new Set(IN_EVERY_OPERATION.queries);

/** Statuses with which a server may reject a request before it determines the operation. */
const BEFORE_THE_OPERATION = [408, 414, 417, 421, 426, 431];

const GROUPS: readonly (readonly [group: string, table: readonly Variant[]])[] = [
  ['queries', QUERIES],
  ['headers', HEADERS],
  ['malformed headers', MALFORMED_HEADERS],
  ['accept', ACCEPTS],
];

/** The description of a group of variants in a title, if it differs from the name of the group. */
const WORDS: Readonly<Record<string, string>> = {
  accept: 'unusual Accept headers',
  'malformed headers': 'malformed headers',
};

/** The groups of variants that a server may reject with 400 before it determines the operation. */
const SENT_BY_SERVERS = ['queries', 'headers', 'malformed headers'];

/**
 * Cases with variants of a valid request. The response to a variant must be a documented success or a 4xx, and never a
 * success if the API key is missing.
 */
export function* variants({ contract }: RuleBook, operation: Operation): Generator<Case> {
  const peers = contract.operations.filter(successOf);
  if (!peers.includes(operation)) return;
  for (const [group, table] of operation.requestBody ? [...GROUPS, ['bodies', BODIES] as const] : GROUPS) {
    yield {
      id: `${operation.operationId}/variants/${group.replace(' ', '-')}`,
      title: `${operation.operationId} responds as documented to ${WORDS[group] ?? `unusual ${group}`}`,
      tags: ['thorough'],
      rules: [
        'server-error',
        ...(['accept', 'headers'].includes(group)
          ? ['problem-details', ...(operation.apiKeys.length > 0 ? ['auth-rejected'] : [])]
          : []),
        ...(operation.requestBody ? statusRule(operation) : []),
      ],
      operation,
      run: async (scope) => {
        await scope.requireAccepted(operation);
        for (const variant of [...shareOf(table, operation, peers), ...(IN_EVERY_OPERATION[group] ?? [])])
          await withKey(scope, operation, variant, group);
        // If no finding is `broken`, every accepted variant got the documented success status, so the rules about this
        // status hold.
        if (operation.requestBody && scope.findings.every(({ result }) => result !== 'broken'))
          scope.holds(...statusRule(operation));
      },
    };
  }
  if (operation.requestBody) yield transfersOfBodies(operation);
  if (operation.apiKeys.length === 0) return;
  yield {
    id: `${operation.operationId}/variants/without-api-key`,
    title: `${operation.operationId} rejects a request without an API key in every variant of its path, query and headers`,
    tags: ['thorough'],
    rules: ['auth-required'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      const addresses = existingAddresses(scope, operation);
      // Whether a server checks the API key often depends on the path of a request, and rarely on its headers.
      const table = [...UNGUARDED_IN_EVERY_OPERATION, ...shareOf(UNGUARDED, operation, peers)];
      for (const [index, variant] of table.entries())
        await withoutKey(scope, operation, variant, addresses[index % addresses.length] ?? {});
      for (const variant of shareOf(HOSTS, operation, peers))
        if (await isAcceptedWithoutKey(scope, operation, variant)) await withoutKey(scope, operation, variant, {});
    },
  };
}

/**
 * Forms of sending a body: an ID for messages, the header, and the status with which a framework may reject the form
 * (RFC 9112 §6.3, RFC 9110 §10.1.1).
 */
const TRANSFERS: readonly (readonly [what: string, headers: WireRequest['headers'], tolerated: number])[] = [
  ['chunks', { 'Transfer-Encoding': 'chunked' }, 411],
  ['the header Expect', { Expect: '100-continue' }, 417],
];

/**
 * Media types with the parameter `charset`, which has no meaning for JSON: JSON is always UTF-8 (RFC 8259 §8.1, §11).
 */
const CHARSETS = ['application/json; charset=UTF-8', 'application/json; charset=iso-8859-1'];

/** Sizes in bytes of the blocks in which a server may read a body. */
const BUFFER_SIZES = [4096, 8192, 16_384, 65_536];

/**
 * Adds white space to a JSON object that has a text of characters of three bytes, so that one of these characters begins
 * before the offset and ends after it.
 */
function acrossOffset(json: string, offset: number): string {
  const start = Buffer.byteLength(json.slice(0, json.indexOf('日日')));
  // The last factor is the number of characters of the text before the offset.
  return `{${' '.repeat(Math.max(0, offset - start - 1 - 3 * 30))}${json.slice(1)}`;
}

/**
 * The case that sends a body in chunks so small that they split characters, and after an interim response. Then the case
 * sends bodies whose media type has a `charset` parameter, and bodies with a character across the limit of a buffer.
 */
function transfersOfBodies(operation: Operation): Case {
  const { operationId } = operation;
  return {
    id: `${operationId}/variants/chunks`,
    title: `${operationId} reads a body as UTF-8, however it is sent: in chunks, after an interim response, with a charset parameter, and larger than a buffer`,
    tags: ['thorough'],
    rules: [...statusRule(operation), 'media-type'],
    operation,
    run: async (scope) => {
      const { session } = scope;
      const send = async (headers: WireRequest['headers']) => {
        const wire = await toWire(session, {
          operation,
          body: withTexts(session, operation, (text) => `${text} é日🔑`),
        });
        return scope.sendWire({ ...wire, headers: { ...wire.headers, ...headers } }, operation);
      };
      const requireAccepted = async () => {
        const { status } = await send({});
        scope.require(status < 300, `the target also rejects the body without chunks (${status})`);
      };
      await requireAccepted();
      for (const [what, headers, tolerated] of TRANSFERS) {
        const answer = await send(headers);
        scope.require(answer.status !== 404, 'the addressed record no longer exists');
        if (!isSuccess(answer)) await requireAccepted();
        if (answer.status === tolerated) scope.holds(...statusRule(operation));
        else scope.accepted(answer, operation, `the target accepts the body without ${what}`, statusRule(operation));
      }
      // The case does not evaluate the text that the target stores after a request with a `charset`: the ledger
      // compares the sent text with the next response that shows the updated record.
      for (const type of CHARSETS) await send({ 'Content-Type': type });
      for (const size of BUFFER_SIZES) {
        const body = withTexts(session, operation, (text) => text + '日'.repeat(80));
        const wire = await toWire(session, { operation, body });
        // A gateway may reject a large body.
        await scope.sendWire({ ...wire, body: acrossOffset(`${wire.body}`, size) }, operation, ({ status }) =>
          status === 413 ? 'survival' : 'whole',
        );
      }
      const text = await send({ 'Transfer-Encoding': 'chunked', 'Content-Type': 'text/plain' });
      const message = 'the target accepts a chunked body of the media type text/plain';
      scope.check('media-type', !isSuccess(text), message, '415', text);
    },
  };
}

/**
 * Sends a variant. After a wrong response to a variant with several headers, also sends its headers one by one, so that
 * a finding names the header that causes the wrong response.
 *
 * @param group the name of the group of the variant
 */
async function withKey(scope: Scope, operation: Operation, variant: Variant, group: string): Promise<void> {
  // A variant of the headers must not change texts. Some variants of the body encode only texts of Latin letters.
  const suffix = group === 'bodies' ? '' : ' é日🔑';
  const { session } = scope;
  const wireOf = (request: Partial<OperationRequest>) => {
    const body = withTexts(session, operation, (text) => text + suffix);
    return toWire(session, { operation, body, ...request });
  };
  const sendChanged = (wire: WireRequest, [id, change] = variant) => {
    const isOfServer = ({ status }: Answer) => status === 400 && SENT_BY_SERVERS.includes(group);
    // Another case reports a success without an API key.
    const isGranted = (answer: Answer) => isSuccess(answer) && !hasApiKey(operation, wire, session.target.apiKey);
    return scope.sendWire({ ...change(wire), variant: id }, operation, (answer) =>
      isOfServer(answer) || isGranted(answer) ? 'survival' : judgementOf(answer),
    );
  };
  const sendValid = async (one: Variant) => {
    const wire = await wireOf({});
    const answer = await sendChanged(wire, one);
    const mustSucceed =
      (answer.status === 406 && ACCEPTS_WITH_JSON.includes(one)) ||
      // A 404 says that the addressed record does not exist, so the server has read the address from the query.
      (answer.status === 404 && HARMLESS.has(one) && isSuccess(await scope.sendWire(wire, operation)));
    if (answer.status < 400 || mustSucceed)
      scope.accepted(answer, operation, `the variant "${one[0]}" must not change the result`);
    return answer.status;
  };
  const send = async (request: Partial<OperationRequest>) => sendChanged(await wireOf(request));
  const status = await sendValid(variant);
  if (status >= 500 || (status < 400 && status !== successOf(operation)?.status)) {
    const plain = await toWire(session, { operation });
    for (const single of singleHeaders(variant, plain)) if ((await sendValid(single)) === status) break;
  }
  if (group !== 'accept' && !(group === 'headers' && IN_EVERY_OPERATION.headers?.includes(variant))) return;
  // The variant must not change the format of error responses. The first request below causes an error in the operation,
  // the second request in the check of the API key, and the third request in the parser.
  const inPath = operation.parameters.filter(isInPath).map(({ name }) => [name, randomUUID()]);
  await send({ params: Object.fromEntries(inPath) });
  const withoutKey = await send({ apiKey: undefined });
  const isRedirect = withoutKey.status >= 300 && withoutKey.status < 400;
  const message = `the target redirects a request without an API key in the variant "${variant[0]}"; expected 401`;
  if (operation.apiKeys.length > 0) scope.check('auth-rejected', !isRedirect, message, '401', withoutKey);
  if (operation.requestBody) await send({ raw: '{' });
}

async function withoutKey(scope: Scope, operation: Operation, variant: Variant, params: Params): Promise<void> {
  const [id, change] = variant;
  const { session } = scope;
  const withFreshBody = () =>
    toWire(session, { operation, params, body: validBody(session, operation), apiKey: undefined });
  const send = (request: WireRequest, what = id) =>
    scope.sendWire({ ...request, variant: what }, operation, 'survival');
  const plain = await withFreshBody();
  const wire = change(plain);
  let replay: Answer | undefined;
  // A service may find the response to an earlier request by a header, before it checks the API key.
  if (isReplayable(wire)) {
    const { headers } = await toWire(session, { operation, params });
    await scope.sendWire({ ...wire, variant: id, headers: { ...headers, ...wire.headers } }, operation, judgementOf);
    replay = await send(wire);
  }
  // A service without a check of the API key rejects the repeated request if its body has a unique value.
  const answer = replay && isSuccess(replay) ? replay : await send(replay ? change(await withFreshBody()) : wire);
  // If an unknown path also succeeds, the response comes from another server, such as a website on the same host.
  const unknown = { ...plain, path: plain.path.replace(/(?<=.)\//, `/${randomUUID()}/`) };
  if (isSuccess(answer) && isSuccess(await send(change(unknown)))) return;
  // A service may respond to another method, such as OPTIONS, without an API key.
  const untunnelled = { ...plain, method: wire.method };
  if (isSuccess(answer) && wire.method !== plain.method && isSuccess(await send(untunnelled))) return;
  const report = (accepted: Answer, what: string) => {
    const message = `the target accepts a request without an API key in the variant "${what}"; expected 401`;
    scope.broken('auth-required', message, '401', accepted);
  };
  if (!isSuccess(answer)) return scope.holds('auth-required');
  // The finding names the header that the target trusts, even if the variant has further headers.
  for (const [single, changeOne] of singleHeaders(variant, plain)) {
    const one = await send(changeOne(await withFreshBody()), single);
    if (isSuccess(one)) return report(one, single);
  }
  report(answer, id);
}

/** Sends the variant without the API key, and does not evaluate an error, since a gateway may have sent the error. */
async function isAcceptedWithoutKey({ session }: Scope, operation: Operation, [, change]: Variant): Promise<boolean> {
  const body = validBody(session, operation);
  const wire = await toWire(session, { operation, body, apiKey: undefined });
  return isSuccess(await session.send(change(wire), operation));
}

/** True if the request has a header by which some services find the response to an earlier request. */
function isReplayable({ headers }: WireRequest): boolean {
  return ['Idempotency-Key', 'X-Request-Id', 'X-Correlation-Id'].some((name) => Object.hasOwn(headers, name));
}

type Params = Readonly<Record<string, string>>;

/** Sets of path parameters that address existing records: by ID in the first set, by name in the second set. */
function existingAddresses({ session }: Scope, { parameters }: Operation): Params[] {
  const known = parameters.filter(isInPath).flatMap(({ name, fixture }): [string, string[]][] => {
    const kind = session.rules.fixtures.find((one) => one.name === fixture || one.item === fixture);
    if (!kind || !session.has(kind.name)) return [];
    return kind.shape === 'consumed' ? [] : [[name, addressesOf(session.fixture(kind.name))]];
  });
  const most = Math.max(1, ...known.map(([, addresses]) => addresses.length));
  const at = (addresses: readonly string[], index: number) => addresses[index % addresses.length] ?? '';
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(known.map(([name, addresses]) => [name, at(addresses, index)])),
  );
}

function judgementOf({ status }: Answer): Judgement {
  return BEFORE_THE_OPERATION.includes(status) ? 'survival' : 'whole';
}
