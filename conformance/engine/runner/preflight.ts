import type { Operation } from '../../../src/contract/document/operation.ts';
import type { Stop } from '../../../src/run-result/case-record.ts';
import type { WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { NoAnswerError } from '../../connection/client.ts';
import type { FixtureKind } from '../../connection/fixture-kind.ts';
import type { Case } from '../case.ts';
import { otherBasePath } from '../request/base-path.ts';
import { instead, isFree } from '../request/key-places.ts';
import { smallest } from '../request/minimal-body.ts';
import { toWire, validBody } from '../request/request.ts';
import { bodyOf, largestFirst, violationsOf } from '../request/samples.ts';
import type { RulePack, SentToFixture } from '../rules/rule-pack.ts';
import { describe, type Scope } from '../scope.ts';
import { Untestable } from '../untestable.ts';

/**
 * The base path and the API key, before all else: some operation knows some fixture. A target that knows nothing, or
 * knows the API key nowhere, ends the run, since no other case would say anything.
 *
 * Default fixtures that the target does not know are marked as missing. Of configured ones, only those whose requests are
 * always rejected are: an unknown fixture is rejected, too. A 404 for any other says that the fixture may be wrong.
 */
export function preflight(packs: readonly RulePack[]): Case {
  return {
    id: 'preflight',
    title: 'the operations are found under their base path',
    rules: ['base-path', 'auth-required', ...packs.flatMap((pack) => pack.preflightRules ?? [])],
    run: async (scope) => {
      const { session } = scope;
      const sent: SentToFixture[] = [];
      for (const { name, knownBy } of session.rules.fixtures) {
        const operation = knownBy && session.contract.operation(knownBy.operationId);
        const exchange = operation && (await sendTo(scope, operation, name, knownBy));
        if (!exchange) continue;
        sent.push({ ...exchange, fixture: name });
        // A rejection may be for a wrong fixture; a success is one like any other.
        if (isSuccess(exchange.answer)) scope.judgeWhole(exchange.wire, exchange.answer, operation);
        if (!isElsewhere(exchange) && !isUnknown(exchange)) scope.holds('base-path');
      }
      if (sent.length === 0) return;
      if (sent.every(isUnknown)) session.stop = await nothingKnown(scope, sent);
      else if (sent.every(isElsewhere)) session.stop = allElsewhere(scope, sent);
      else if (sent.every(isRejected)) session.stop = await keyRejected(scope, sent);
      else {
        scope.holds('auth-required');
        await someElsewhere(scope, sent.filter(isUnknown));
        await chooseExamples(scope);
        for (const pack of packs) await pack.preflight?.(scope, sent);
      }
      const unknown = sent.filter(isUnknown);
      if (session.target.presumed) for (const { fixture } of unknown) session.markMissing(fixture);
      else {
        if (!session.stop) await doubt(scope, unknown);
        for (const { name, otherThan } of session.rules.fixtures.filter(({ onlyRejected }) => onlyRejected)) {
          const of = (fixture: string | undefined) => sent.find((one) => one.fixture === fixture);
          const [one, other] = [of(otherThan), of(name)];
          if (one && isSuccess(one.answer) && other && isUnknown(other))
            session.markMissing(name, `the target does not know the fixture \`${name}\``);
        }
      }
    },
  };
}

/**
 * An operation whose largest example is rejected goes on with a smaller one that is accepted: a disputed property costs the
 * requirement of that property, not those of the whole operation.
 */
async function chooseExamples(scope: Scope): Promise<void> {
  const { session } = scope;
  const { contract } = session;
  for (const operation of contract.operations.filter(({ requestBody }) => requestBody)) {
    try {
      const answer = await scope.answerToValid(operation);
      if (answer?.status !== 400 && answer?.status !== 422) continue;
      const content = bodyOf(contract, operation);
      const [largest, ...others] = largestFirst(content?.examples ?? []);
      const schema = content?.schema?.schema;
      if (!largest || !schema) continue;
      const minimal = { name: 'minimal', value: smallest(contract, schema, largest.value) };
      for (const example of [...others, minimal]) {
        if (violationsOf(contract, operation, example.value).length > 0) continue;
        const accepted = await scope.answerToValid(operation, example);
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

/** A path that asks for a key is there: what it names is what is not found. */
async function doubt(scope: Scope, unknown: readonly SentToFixture[]): Promise<void> {
  for (const one of unknown) if (await asksForKey(scope, [one])) scope.session.doubt(one.fixture);
}

/** That a target has another world than the mock is no fault of it; that it has other paths is. */
async function nothingKnown(scope: Scope, probes: readonly SentToFixture[]): Promise<Stop> {
  const { target, contract } = scope.session;
  const place = await servedElsewhere(scope, probes);
  if (target.presumed && place === undefined && (await asksForKey(scope, probes))) {
    const message = `the target knows nothing of the mock's seed (${told(probes)}), which a run without a configuration takes: name the fixtures of the target (--config), or its base URL`;
    return { reason: 'unknown', message };
  }
  const actual = place === undefined ? told(probes) : `found under ${place}`;
  const message = `nothing is found under ${target.baseUrl}${contract.basePath}`;
  aboutFirst(scope, probes, () => scope.broken('base-path', message, 'an operation of the contract', actual));
  return {
    reason: 'unknown',
    message: `nothing is found under ${contract.basePath} (${scope.session.rules.ruleOf('base-path')})`,
  };
}

/** What is unknown may be so for its path: one route that was registered in another place. */
async function someElsewhere(scope: Scope, unknown: readonly SentToFixture[]): Promise<void> {
  const { basePath } = scope.session.contract;
  for (const [operationId, probes] of Map.groupBy(unknown, ({ operation }) => operation.operationId)) {
    const place = await servedElsewhere(scope, probes);
    if (place === undefined) continue;
    const message = `${operationId} is not found under ${basePath}`;
    const actual = `found under ${place}`;
    aboutFirst(scope, probes, () => scope.broken('base-path', message, 'an answer of the operation', actual));
  }
}

function allElsewhere(scope: Scope, probes: readonly SentToFixture[]): Stop {
  const { location = 'nowhere' } = probes[0]?.answer.headers ?? {};
  const message = 'every operation is answered with a redirect, which the suite never follows';
  const advice = probes.every((one) => leadsToItself(scope, one)) ? ': give the base URL that it leads to' : '';
  const actual = `a redirect to ${location}`;
  aboutFirst(scope, probes, () => scope.broken('base-path', message + advice, 'an answer of the operation', actual));
  return {
    reason: 'unknown',
    message: `every operation is answered with a redirect (${scope.session.rules.ruleOf('base-path')})`,
  };
}

/** True if the redirect keeps the path, under another base URL; one to a page to sign in does not. */
function leadsToItself(scope: Scope, { wire, answer }: SentToFixture): boolean {
  const leadsTo = URL.parse(answer.headers.location ?? '', scope.session.target.baseUrl + wire.path);
  return leadsTo?.pathname.endsWith(wire.path.split('?', 1)[0] ?? '') === true;
}

/** Who is wrong, the target or whoever named the key, only they can say; but not where it counts in another place. */
async function keyRejected(scope: Scope, probes: readonly SentToFixture[]): Promise<Stop> {
  const place = await otherKeyPlace(scope, probes);
  if (place !== undefined) {
    const message = 'the API key counts where it has no business, and not in its header';
    aboutFirst(scope, probes, () => scope.broken('auth-required', message, keyHeaderOf(probes[0]), place));
    return {
      reason: 'refused',
      message: `the target takes the API key ${place} alone (${scope.session.rules.ruleOf('auth-required')})`,
    };
  }
  const message = `the target rejects the API key wherever it is asked (${told(probes)}): is it the right one? It is that of --api-key, CONTRACT_API_KEY or apiKey in the configuration`;
  return { reason: 'refused', message: message + inFront(probes) };
}

/** Whose challenge is none for API keys: a gateway's, perhaps. */
function inFront([first]: readonly SentToFixture[]): string {
  const challenge = first?.answer.headers['www-authenticate'] ?? '';
  const [, scheme] = /(?:^|,)\s*(Basic|Bearer|Digest|Negotiate)(?=[\s,]|$)/i.exec(challenge) ?? [];
  return scheme ? `; something in front of it asks for ${scheme}: --header 'Authorization: …'` : '';
}

/** Where the target looks for the key in place of its header; undefined where it finds it nowhere. */
async function otherKeyPlace(scope: Scope, [first]: readonly SentToFixture[]): Promise<string | undefined> {
  if (!first) return undefined;
  const { target } = scope.session;
  const wire = withoutKey(first);
  for (const [, what, place] of instead(keyHeaderOf(first)).filter((one) => isFree(one, target))) {
    const other = { ...wire, ...place(target.apiKey, wire) };
    if (isSuccess(await scope.sendWire(other, undefined, 'survival'))) return what;
  }
  return undefined;
}

async function servedElsewhere(scope: Scope, [first]: readonly SentToFixture[]): Promise<string | undefined> {
  return first && otherBasePath(scope, first.wire);
}

/** True if a key is asked for: a path that is not there seldom has a guard. */
async function asksForKey(scope: Scope, [first]: readonly SentToFixture[]): Promise<boolean> {
  return first !== undefined && (await scope.sendWire(withoutKey(first), undefined, 'survival')).status === 401;
}

/** The header that the document names for the API key. */
function keyHeaderOf(sent: SentToFixture | undefined): string {
  return sent?.operation.apiKeys[0]?.name ?? 'Authorization';
}

function withoutKey({ operation, wire }: SentToFixture): WireRequest {
  const keys = operation.apiKeys.map(({ name }) => name);
  const headers = Object.entries(wire.headers).filter(([name]) => !keys.includes(name));
  return { ...wire, headers: Object.fromEntries(headers) };
}

/** What the target said first, without a full stop. */
function told([first]: readonly SentToFixture[]): string {
  return first ? describe(first.answer).replace(/\.$/, '') : 'nothing';
}

/** Whoever sends the first request again sees what is found, whatever was asked to find out why. */
function aboutFirst(scope: Scope, [first]: readonly SentToFixture[], judge: () => void): void {
  if (first) scope.about(first.answer, judge);
}

function isUnknown({ answer }: Pick<SentToFixture, 'answer'>): boolean {
  return answer.status === 404;
}

function isRejected({ answer }: Pick<SentToFixture, 'answer'>): boolean {
  return answer.status === 401 || answer.status === 403;
}

function isElsewhere({ answer }: Pick<SentToFixture, 'answer'>): boolean {
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
