import { isObject } from '../../src/contract/json.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type Answer, isSuccess } from '../target/answer.ts';
import type { WireRequest } from '../target/client.ts';
import { otherBasePath } from './base-path.ts';
import { KeyActions } from './behaviours/jwt-key.ts';
import type { Case } from './case.ts';
import { INSTEAD, isFree } from './key-places.ts';
import { kidOf } from './kid.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './metadata-forms.ts';
import { toWire, validBody } from './request.ts';
import { describe, type Scope } from './scope.ts';
import { type Stop, Untestable } from './session.ts';

/** Which operation shows that a fixture is known: by any answer but 404. */
const PROBES = [
  ['createJwtKey', 'project', {}],
  ['createInvite', 'org', {}],
  [INTEGRATION_FORM, 'integration', {}],
  [PROVIDER_FORM, 'provider', {}],
  ['createJwtKey', 'otherProject', { projectIdOrName: 'otherProject' }],
  [INTEGRATION_FORM, 'otherIntegration', { integrationId: 'otherIntegration' }],
] as const;

interface Sent {
  readonly operation: Operation;
  readonly wire: WireRequest;
  readonly answer: Answer;
}

interface Probe extends Sent {
  readonly fixture: (typeof PROBES)[number][1];
}

/**
 * D01, before all else: something under `/v1` knows something. Where everything is unknown, no other
 * case would say anything.
 *
 * The same is so where the API key is known nowhere.
 *
 * Fixtures that nobody named and that the target does not know are marked as missing. Of those that somebody named,
 * only `otherIntegration` is: all that it is for is to be refused, and so is what is unknown. Of the others it is asked
 * wherever they are not found whether they were named rightly.
 */
export const preflight: Case = {
  title: 'the operations are found under /v1',
  rules: ['D01', 'D02', 'D57'],
  run: async (scope) => {
    const { session } = scope;
    const probes: Probe[] = [];
    for (const [operationId, fixture, params] of PROBES) {
      const operation = session.contract.operation(operationId);
      const sent = operation && (await probe(scope, operation, params));
      if (!sent) continue;
      probes.push({ ...sent, fixture });
      // A refusal may be for a fixture that is none; a success is one like any other.
      if (isSuccess(sent.answer)) scope.judgeWhole(sent.wire, sent.answer, operation);
      if (!isElsewhere(sent) && !isUnknown(sent)) scope.holds('D01');
    }
    if (probes.length === 0) return;
    if (probes.every(isUnknown)) session.stop = await nothingKnown(scope, probes);
    else if (probes.every(isElsewhere)) session.stop = allElsewhere(scope, probes);
    else if (probes.every(isRefused)) session.stop = await keyRefused(scope, probes);
    else {
      scope.holds('D02');
      await someElsewhere(scope, probes.filter(isUnknown));
      await firstIsActive(scope, probes);
    }
    const unknown = probes.filter(isUnknown);
    if (session.target.presumed) for (const { fixture } of unknown) session.markMissing(fixture);
    else {
      if (!session.stop) await doubt(scope, unknown);
      if (lacksOtherIntegration(probes))
        session.markMissing('otherIntegration', 'the target does not know the fixture `otherIntegration`');
    }
  },
};

/** A path that asks for a key is there: what it names is what is not found. */
async function doubt(scope: Scope, unknown: readonly Probe[]): Promise<void> {
  for (const one of unknown) if (await asksForKey(scope, [one])) scope.session.doubt(one.fixture);
}

/** D57: of a service that is new, the first key of all is seen here alone. */
async function firstIsActive(scope: Scope, probes: readonly Probe[]): Promise<void> {
  const kid = probes.flatMap(({ fixture, answer }) => (fixture === 'project' ? (kidOf(answer) ?? []) : []))[0];
  if (kid === undefined || !scope.session.contract.operation('updateJwtKey')) return;
  const { json } = await new KeyActions(scope).patch(kid, ['label'], { label: scope.session.uniqueName('First') });
  const active = isObject(json) ? json.active : undefined;
  if (typeof active === 'boolean')
    scope.check('D57', active, 'the first key of the run is not active', 'true', 'false');
}

/** Where metadata can be upserted under `integration` alone; where it cannot be at all, that says nothing. */
function lacksOtherIntegration(probes: readonly Probe[]): boolean {
  const sent = (name: Probe['fixture']) => probes.find(({ fixture }) => fixture === name);
  const [one, other] = [sent('integration'), sent('otherIntegration')];
  return one !== undefined && isSuccess(one.answer) && other !== undefined && isUnknown(other);
}

/** That a target has another world than the mock is no fault of it; that it has other paths is. */
async function nothingKnown(scope: Scope, probes: readonly Probe[]): Promise<Stop> {
  const { target, contract } = scope.session;
  const place = await servedElsewhere(scope, probes);
  if (target.presumed && place === undefined && (await asksForKey(scope, probes))) {
    const message = `the target knows nothing of the mock's seed (${told(probes)}), which a run without a configuration takes: name the fixtures of the target (--config), or its base URL`;
    return { reason: 'unknown', message };
  }
  const actual = place === undefined ? told(probes) : `found under ${place}`;
  const message = `nothing is found under ${target.baseUrl}${contract.basePath}`;
  aboutFirst(scope, probes, () => scope.broken('D01', message, 'an operation of the contract', actual));
  return { reason: 'unknown', message: 'nothing is found under /v1 (D01)' };
}

/** What is unknown may be so for its path: one route that was registered in another place. */
async function someElsewhere(scope: Scope, unknown: readonly Probe[]): Promise<void> {
  const { basePath } = scope.session.contract;
  for (const [operationId, probes] of Map.groupBy(unknown, ({ operation }) => operation.operationId)) {
    const place = await servedElsewhere(scope, probes);
    if (place === undefined) continue;
    const message = `${operationId} is not found under ${basePath}`;
    const actual = `found under ${place}`;
    aboutFirst(scope, probes, () => scope.broken('D01', message, 'an answer of the operation', actual));
  }
}

function allElsewhere(scope: Scope, probes: readonly Probe[]): Stop {
  const { location = 'nowhere' } = probes[0]?.answer.headers ?? {};
  const message = 'every operation is answered with a redirect, which the suite never follows';
  const advice = probes.every((one) => leadsToItself(scope, one)) ? ': give the base URL that it leads to' : '';
  const actual = `a redirect to ${location}`;
  aboutFirst(scope, probes, () => scope.broken('D01', message + advice, 'an answer of the operation', actual));
  return { reason: 'unknown', message: 'every operation is answered with a redirect (D01)' };
}

/** Whether the redirect keeps the path, under another base URL; one to a page to sign in does not. */
function leadsToItself(scope: Scope, { wire, answer }: Sent): boolean {
  const leadsTo = URL.parse(answer.headers.location ?? '', scope.session.target.baseUrl + wire.path);
  return leadsTo?.pathname.endsWith(wire.path.split('?', 1)[0] ?? '') === true;
}

/** Who is wrong, the target or whoever named the key, only they can say; but not where it counts in another place. */
async function keyRefused(scope: Scope, probes: readonly Probe[]): Promise<Stop> {
  const place = await otherKeyPlace(scope, probes);
  if (place !== undefined) {
    const message = 'the API key counts where it has no business, and not in its header';
    aboutFirst(scope, probes, () => scope.broken('D02', message, 'X-Api-Key', place));
    return { reason: 'refused', message: `the target takes the API key ${place} alone (D02)` };
  }
  const message = `the target refuses the API key wherever it is asked (${told(probes)}): is it the right one? It is that of --api-key, CONTRACT_API_KEY or apiKey in the configuration`;
  return { reason: 'refused', message: message + inFront(probes) };
}

/** Whose challenge is none for API keys: a gateway's, perhaps. */
function inFront([first]: readonly Probe[]): string {
  const challenge = first?.answer.headers['www-authenticate'] ?? '';
  const [, scheme] = /(?:^|,)\s*(Basic|Bearer|Digest|Negotiate)(?=[\s,]|$)/i.exec(challenge) ?? [];
  return scheme ? `; something in front of it asks for ${scheme}: --header 'Authorization: …'` : '';
}

/** Where the target looks for the key in place of its header; undefined where it finds it nowhere. */
async function otherKeyPlace(scope: Scope, [first]: readonly Probe[]): Promise<string | undefined> {
  if (!first) return undefined;
  const { target } = scope.session;
  const wire = withoutKey(first);
  for (const [what, place] of INSTEAD.filter((one) => isFree(one, target))) {
    const other = { ...wire, ...place(target.apiKey, wire) };
    if (isSuccess(await scope.sendWire(other, undefined, 'survival'))) return what;
  }
  return undefined;
}

async function servedElsewhere(scope: Scope, [first]: readonly Probe[]): Promise<string | undefined> {
  return first && otherBasePath(scope, first.wire);
}

/** Whether a key is asked for: a path that is not there seldom has a guard. */
async function asksForKey(scope: Scope, [first]: readonly Probe[]): Promise<boolean> {
  return first !== undefined && (await scope.sendWire(withoutKey(first), undefined, 'survival')).status === 401;
}

function withoutKey({ operation, wire }: Probe): WireRequest {
  const keys = operation.apiKeys.map(({ name }) => name);
  const headers = Object.entries(wire.headers).filter(([name]) => !keys.includes(name));
  return { ...wire, headers: Object.fromEntries(headers) };
}

/** What the target said first, without a full stop. */
function told([first]: readonly Probe[]): string {
  return first ? describe(first.answer).replace(/\.$/, '') : 'nothing';
}

/** Whoever sends the first request again sees what is found, whatever was asked to find out why. */
function aboutFirst(scope: Scope, [first]: readonly Probe[], judge: () => void): void {
  if (first) scope.about(first.answer, judge);
}

function isUnknown({ answer }: Sent): boolean {
  return answer.status === 404;
}

function isRefused({ answer }: Sent): boolean {
  return answer.status === 401 || answer.status === 403;
}

function isElsewhere({ answer }: Sent): boolean {
  return answer.status >= 300 && answer.status < 400;
}

async function probe(
  scope: Scope,
  operation: Operation,
  params: Readonly<Record<string, 'otherProject' | 'otherIntegration'>>,
): Promise<Sent | undefined> {
  const { session } = scope;
  try {
    const ids = Object.fromEntries(
      Object.entries(params).map(([name, fixture]) => [name, session.fixture(fixture).id]),
    );
    const wire = await toWire(session, { operation, params: ids, body: validBody(session, operation) });
    return { operation, wire, answer: await scope.sendWire(wire, operation, 'survival') };
  } catch (error) {
    if (error instanceof Untestable) return undefined;
    throw error;
  }
}
