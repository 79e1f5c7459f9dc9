import type { Operation } from '../../../src/contract/document/operation.ts';
import type { Stop } from '../../../src/run-result/case-record.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import { NoAnswerError } from '../../connection/client.ts';
import type { FixtureKind } from '../../connection/fixture-kind.ts';
import type { Case } from '../case.ts';
import { otherBasePath } from '../request/base-path.ts';
import { alternativePlaces, isAllowed } from '../request/key-places.ts';
import { minimalBody } from '../request/minimal-body.ts';
import { toWire, validBody } from '../request/request.ts';
import { bodyOf, largestFirst, violationsOf } from '../request/samples.ts';
import type { RulePack, SentToFixture } from '../rules/rule-pack.ts';
import type { Scope } from '../scope.ts';
import { Untestable } from '../untestable.ts';
import {
  isKeyRejectedEverywhere,
  isRejected,
  isUnknown,
  shownFixtures,
  unknownFixtures,
  withoutKey,
} from './wrong-settings.ts';

/**
 * The first case of a run: it tests the base path, the API key and the fixtures with one request per fixture. The run
 * ends if the target rejects the API key in every operation, or does not have a configured fixture. If the request with
 * a default fixture gets a 404, the case marks the fixture as missing. The case marks a configured fixture as uncertain
 * if the 404 may also be a failure of the target.
 */
export function preflight(packs: readonly RulePack[]): Case {
  return {
    id: 'preflight',
    title: 'the target serves its operations under the base path and accepts the API key',
    rules: ['base-path', 'auth-required', ...packs.flatMap((pack) => pack.preflightRules ?? [])],
    run: async (scope) => {
      const { session } = scope;
      const sent: SentToFixture[] = [];
      for (const { name, knownBy } of session.rules.fixtures) {
        const operation = knownBy && session.contract.operation(knownBy.operationId);
        const exchange = operation && (await sendTo(scope, operation, name, knownBy));
        if (!exchange) continue;
        sent.push({ ...exchange, fixture: name });
        // The case evaluates the body only of a successful response, since a wrong fixture may be the reason for an
        // error response.
        if (isSuccess(exchange.answer)) scope.evaluateCompletely(exchange.wire, exchange.answer, operation);
        if (!isRedirect(exchange) && !isUnknown(exchange)) scope.holds('base-path');
      }
      if (sent.length === 0) return;
      const wrong = session.target.presumed ? [] : await unknownFixtures(scope, sent);
      if (wrong.length > 0) stopForFixtures(scope, wrong);
      else if (sent.every(isUnknown)) session.stop = await reportNoFixture(scope, sent);
      else if (sent.every(isRedirect)) session.stop = reportRedirects(scope, sent);
      else if (sent.every(isRejected)) session.stop = await reportRejectedKey(scope, sent);
      if (!session.stop) {
        scope.holds('auth-required');
        await reportOtherBasePaths(scope, sent.filter(isUnknown));
        await chooseExamples(scope);
        for (const pack of packs) await pack.preflight?.(scope, sent);
      }
      const unknown = sent.filter(isUnknown);
      if (session.target.presumed) for (const { fixture } of unknown) session.markMissing(fixture);
      else if (!session.stop) await markUncertainFixtures(scope, unknown);
    },
  };
}

/**
 * Selects a smaller example for each operation whose largest example the target rejects. The cases then use the smaller
 * example, so a target that rejects one property does not fail every case of the operation.
 */
async function chooseExamples(scope: Scope): Promise<void> {
  const { session } = scope;
  const { contract } = session;
  for (const operation of contract.operations.filter(({ requestBody }) => requestBody)) {
    try {
      const answer = await scope.validRequestAnswer(operation);
      if (answer?.status !== 400 && answer?.status !== 422) continue;
      const content = bodyOf(contract, operation);
      const [largest, ...others] = largestFirst(content?.examples ?? []);
      const schema = content?.schema?.schema;
      if (!largest || !schema) continue;
      const minimal = { name: 'minimal', value: minimalBody(contract, schema, largest.value) };
      for (const example of [...others, minimal]) {
        if (violationsOf(contract, operation, example.value).length > 0) continue;
        const accepted = await scope.validRequestAnswer(operation, example);
        if (accepted && isSuccess(accepted)) {
          session.acceptedExamples.set(operation.operationId, example);
          break;
        }
      }
    } catch (error) {
      if (!(error instanceof Untestable || error instanceof NoAnswerError)) throw error;
    }
  }
}

/**
 * Marks a fixture as uncertain if the target requires an API key for the path with this fixture. A path that requires
 * an API key exists, so the value of the fixture may be the reason for the 404.
 */
async function markUncertainFixtures(scope: Scope, unknown: readonly SentToFixture[]): Promise<void> {
  for (const one of unknown) if (await requiresKey(scope, [one])) scope.session.markUncertain(one.fixture);
}

/** Ends the run if the target does not have some of the configured fixtures. */
function stopForFixtures({ session }: Scope, wrong: readonly FixtureKind[]): void {
  const names = wrong.map(({ name }) => name);
  const shown = shownFixtures(names.map((name) => [name, session.target.fixtures[name]]));
  const [noun, them] = wrong.length === 1 ? ['fixture', 'it'] : ['fixtures', 'them'];
  const places = new Intl.ListFormat('en-GB').format(names.map((name) => `fixtures.${name}`));
  const message = `the target does not have the ${noun} ${shown}: every operation that uses ${them} responds with 404. Check ${places} in the configuration`;
  session.misconfiguration = message;
  session.stop = { reason: 'unknown', message };
}

/**
 * Reports a failure if the target serves the operations under no path or under a wrong path. A target that only lacks
 * the default fixtures (records of the mock's seed) is not faulty.
 */
async function reportNoFixture(scope: Scope, probes: readonly SentToFixture[]): Promise<Stop> {
  const { target, contract } = scope.session;
  const place = await servedElsewhere(scope, probes);
  if (target.presumed && place === undefined && (await requiresKey(scope, probes))) {
    const message = `the target has no record of the mock's seed (${firstResponse(probes)}); a run without \`fixtures\` in its configuration uses these records. Add \`fixtures\` to the configuration (--config), or check the base URL`;
    scope.session.misconfiguration = message;
    return { reason: 'unknown', message };
  }
  const actual = place === undefined ? firstResponse(probes) : `found under ${place}`;
  const message = `the target serves no operation under ${target.baseUrl}${contract.basePath}. Check the base URL and the fixtures`;
  forFirstResponse(scope, probes, () => scope.broken('base-path', message, 'an operation of the contract', actual));
  return {
    reason: 'unknown',
    message: `the target serves no operation under ${contract.basePath} (${scope.session.rules.ruleOf('base-path')})`,
  };
}

/** Reports a failure for each operation that the target serves only under another base path. */
async function reportOtherBasePaths(scope: Scope, unknown: readonly SentToFixture[]): Promise<void> {
  const { basePath } = scope.session.contract;
  for (const [operationId, probes] of Map.groupBy(unknown, ({ operation }) => operation.operationId)) {
    const place = await servedElsewhere(scope, probes);
    if (place === undefined) continue;
    const message = `the target does not serve ${operationId} under ${basePath}`;
    const actual = `found under ${place}`;
    forFirstResponse(scope, probes, () => scope.broken('base-path', message, 'a response of the operation', actual));
  }
}

function reportRedirects(scope: Scope, probes: readonly SentToFixture[]): Stop {
  const { location = 'nowhere' } = probes[0]?.answer.headers ?? {};
  const message = 'every operation responds with a redirect; expected a response of the operation';
  const advice = probes.every((one) => keepsPath(scope, one)) ? '. Use the base URL of the redirect' : '';
  const actual = `a redirect to ${location}`;
  forFirstResponse(scope, probes, () =>
    scope.broken('base-path', message + advice, 'a response of the operation', actual),
  );
  return {
    reason: 'unknown',
    message: `every operation responds with a redirect (${scope.session.rules.ruleOf('base-path')})`,
  };
}

/**
 * True if the redirect leads to the same path under another base URL. A redirect to a login page leads to another path.
 */
function keepsPath(scope: Scope, { wire, answer }: SentToFixture): boolean {
  const leadsTo = URL.parse(answer.headers.location ?? '', scope.session.target.baseUrl + wire.path);
  return leadsTo?.pathname.endsWith(wire.path.split('?', 1)[0] ?? '') === true;
}

/**
 * Reports a failure and ends the run if the target accepts the API key only in a part of the request other than the
 * documented header. The run also ends if no operation accepts the API key in the documented header, since the API key
 * is then wrong. If any operation accepts the API key in the documented header, the run continues.
 */
async function reportRejectedKey(scope: Scope, probes: readonly SentToFixture[]): Promise<Stop | undefined> {
  const place = await otherKeyPlace(scope, probes);
  if (place !== undefined) {
    const message = `the target does not accept the API key in its header, but ${place}`;
    forFirstResponse(scope, probes, () => scope.broken('auth-required', message, keyHeaderOf(probes[0]), place));
    return {
      reason: 'refused',
      message: `the target accepts the API key only ${place} (${scope.session.rules.ruleOf('auth-required')})`,
    };
  }
  if (!(await isKeyRejectedEverywhere(scope, probes))) return undefined;
  const statuses = [...new Set(probes.map(({ answer }) => answer.status))].join(' or ');
  const message = `the target rejects the API key: every operation responds with ${statuses}. Check --api-key, CONTRACT_API_KEY or apiKey in the configuration${gatewayHint(probes)}`;
  scope.session.misconfiguration = message;
  return { reason: 'refused', message };
}

/**
 * A hint if the response requires HTTP authentication instead of an API key, since a gateway in front of the target may
 * have sent this response.
 */
function gatewayHint([first]: readonly SentToFixture[]): string {
  const challenge = first?.answer.headers['www-authenticate'] ?? '';
  const [, scheme] = /(?:^|,)\s*(Basic|Bearer|Digest|Negotiate)(?=[\s,]|$)/i.exec(challenge) ?? [];
  return scheme ? `. A gateway may require ${scheme} authentication: add --header 'Authorization: …'` : '';
}

/**
 * The part of a request, other than the documented header, in which the target accepts the API key, as words for a
 * message; undefined if there is no such part.
 */
async function otherKeyPlace(scope: Scope, [first]: readonly SentToFixture[]): Promise<string | undefined> {
  if (!first) return undefined;
  const { target } = scope.session;
  const wire = withoutKey(first.operation, first.wire);
  for (const [, what, place] of alternativePlaces(keyHeaderOf(first)).filter((one) => isAllowed(one, target))) {
    const other = { ...wire, ...place(target.apiKey, wire) };
    if (isSuccess(await scope.sendWire(other, undefined, 'survival'))) return what;
  }
  return undefined;
}

async function servedElsewhere(scope: Scope, [first]: readonly SentToFixture[]): Promise<string | undefined> {
  return first && otherBasePath(scope, first.wire);
}

/**
 * True if the first of the given requests gets a 401 when the suite sends it again without an API key. Servers rarely
 * require an API key for nonexistent paths.
 */
async function requiresKey(scope: Scope, [first]: readonly SentToFixture[]): Promise<boolean> {
  return (
    first !== undefined &&
    (await scope.sendWire(withoutKey(first.operation, first.wire), undefined, 'survival')).status === 401
  );
}

/** The header in which the document expects the API key. */
function keyHeaderOf(sent: SentToFixture | undefined): string {
  return sent?.operation.apiKeys[0]?.name ?? 'Authorization';
}

/** The status and the `detail` of the response to the first of the given requests, without a full stop. */
function firstResponse([first]: readonly SentToFixture[]): string {
  return first ? describe(first.answer).replace(/\.$/, '') : 'nothing';
}

/**
 * Makes the findings refer to the first request, which reproduces the failure. The requests after the first request
 * only explain the failure.
 */
function forFirstResponse(scope: Scope, [first]: readonly SentToFixture[], evaluate: () => void): void {
  if (first) scope.forAnswer(first.answer, evaluate);
}

function isRedirect({ answer }: Pick<SentToFixture, 'answer'>): boolean {
  return answer.status >= 300 && answer.status < 400;
}

async function sendTo(
  scope: Scope,
  operation: Operation,
  fixture: string,
  { parameter }: NonNullable<FixtureKind['knownBy']>,
): Promise<Omit<SentToFixture, 'fixture'> | undefined> {
  const { session } = scope;
  try {
    const params = parameter === undefined ? {} : { [parameter]: session.address(fixture) };
    const wire = await toWire(session, { operation, params, body: validBody(session, operation) });
    return { operation, wire, answer: await scope.sendWire(wire, operation, 'survival') };
  } catch (error) {
    if (error instanceof Untestable) return undefined;
    throw error;
  }
}
