import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { forbiddenKeyOf } from '../../connection/fixture-kind.ts';
import type { Case } from '../../engine/case.ts';
import { ID_SPELLINGS, withoutLastCharacter, withSuffix } from '../../engine/catalogue/identifier-variants.ts';
import { PATHS } from '../../engine/catalogue/path-variants.ts';
import { UNGUARDED } from '../../engine/catalogue/variant-table.ts';
import { inParallel } from '../../engine/ledger/in-parallel.ts';
import { failureOf } from '../../engine/probe.ts';
import { operationExists } from '../../engine/request/operation-exists.ts';
import { pathParametersOf } from '../../engine/request/read-request.ts';
import { toWire } from '../../engine/request/request.ts';
import { shownFixtures } from '../../engine/runner/wrong-settings.ts';
import type { Scope } from '../../engine/scope.ts';
import { Untestable } from '../../engine/untestable.ts';
import { configured, fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { byName, isGone, isNowhereElse, type Outcome, remove, removed, removedOnce } from './deletion.ts';
import { keepsKeys, storedField } from './kept-records.ts';

const RULES = ['D80', 'D81', 'D82'];

/** Maximum number of existing installations that the case deletes. */
export const INSTALLATIONS_OF_CASES = 3;

/**
 * The case for the operation deleteInstallation (§4.7). The case deletes three installations, since no operation creates
 * installations. With the first installation, the case tests rejected API keys and repeated deletions; with the second,
 * wrong addresses; with the third, a deletion under the name of the project. If an earlier run deleted some of the first
 * three configured installations, the case continues with the next ones. If the target has none of the configured
 * installations, the case reports a wrong configuration instead of a failure of the target.
 */
export function* installations(): Generator<Case> {
  yield {
    id: 'installations/delete/once',
    title: 'deleteInstallation deletes exactly one installation, and only with an API key and the right address',
    rules: [...RULES, 'D01', 'D02', 'D03', 'D07', 'D12', 'other-spelling', 'rejected-unchanged'],
    run: async (scope) => {
      const ids = fixture(scope.session, 'installations');
      if (ids.length === 0) return scope.untestable([...RULES, 'D03'], 'the fixture `installations` is empty');
      const mustKeepField = await storedField(scope);
      if (scope.findings.some(({ rule, result }) => rule === 'D82' && result === 'broken'))
        return scope.untestable(['D80', 'D81'], 'the integration of the installations no longer exists');
      const { begun, outcomes, isNone } = await firstExisting(scope, ids);
      if (begun.outcome === 'refused') return scope.untestable(['D82', 'D12'], 'no installation can be deleted');
      if (begun.outcome === 'elsewhere')
        return scope.untestable([...RULES, 'D12'], 'the target serves deleteInstallation under another path (D01)');
      if (isNone) return reportNoInstallation(scope, ids);
      judge(scope, outcomes);
      await mustKeepField?.();
      if (begun.outcome === 'removed') {
        const [second, third] = begun.rest;
        scope.holds('D01');
        for (const id of [begun.id, ...[second, third].filter((_, index) => outcomes[index + 1] === 'removed')])
          if (id !== undefined) await isGone(scope, id);
        await isNowhereElse(scope, begun.id);
      }
      const absent = (['second', 'third'] as const).slice(begun.rest.length);
      const why = begun.stale === undefined ? 'has' : `contains the nonexistent ${begun.stale} and`;
      if (absent.length > 0)
        scope.untestable(['D82', 'D12'], `the fixture \`installations\` ${why} no ${absent.join(' and no ')} one`);
    },
  };
}

interface Begun {
  readonly outcome: Outcome;
  readonly id: string;
  readonly rest: readonly (string | undefined)[];
  /**
   * The ID of the first configured installation, if the target did not have this installation at the start of the case.
   */
  readonly stale?: string;
}

interface Attempt {
  readonly begun: Begun;
  readonly outcomes: readonly Outcome[];
  /** True if the target had none of the installations that the attempt tried to delete. */
  readonly isNone: boolean;
}

/**
 * Deletes the first three configured installations, or the next three if an earlier run deleted some of the first
 * three.
 */
async function firstExisting(scope: Scope, ids: readonly string[]): Promise<Attempt> {
  const deleted = deletedIds(scope);
  const remaining = ids.filter((id) => !deleted.includes(id));
  if (remaining.length === 0) throw new Untestable('other cases have deleted all configured installations');
  let attempt = await attemptWith(scope, remaining);
  let following = remaining.slice(INSTALLATIONS_OF_CASES);
  for (; following.length > 0; following = following.slice(INSTALLATIONS_OF_CASES)) {
    if (!attempt.isNone || hasOtherDeletions(scope, ids)) break;
    attempt = await attemptWith(scope, following);
  }
  if (attempt.isNone || !attempt.outcomes.includes('unknown') || following.length === 0) return attempt;
  // Either a rejected request deleted some of the installations, or an earlier run deleted them. If the same requests
  // do not delete the next installations, an earlier run deleted them.
  const next = await attemptWith(scope, following);
  const isStale = attempt.outcomes.every(
    (outcome, index) => outcome !== 'unknown' || next.outcomes[index] === 'removed',
  );
  return isStale ? next : attempt;
}

/** Deletes the first three of the given installations. */
async function attemptWith(scope: Scope, ids: readonly string[]): Promise<Attempt> {
  const following = ids.slice(INSTALLATIONS_OF_CASES);
  const begun = await begin(scope, inOrderOfDeletion(ids.slice(0, INSTALLATIONS_OF_CASES)), following);
  if (begun.outcome === 'refused' || begun.outcome === 'elsewhere')
    return { begun, outcomes: [begun.outcome], isNone: false };
  const [second, third] = begun.rest;
  const isKept = second !== undefined && (await rejectsWrongAddresses(scope, second));
  // Two concurrent deletions of different installations must both succeed.
  const outcomes = [
    begun.outcome,
    ...(await Promise.all([second && (isKept ? removed(scope, second) : ''), third && byName(scope, third)])),
  ];
  // Repeats the deletion of the second installation. The first installation was already deleted twice, by two
  // concurrent requests.
  if (second && outcomes[1] === 'removed') await isGone(scope, second);
  const found = outcomes.filter((outcome) => outcome !== undefined && outcome !== '');
  return { begun, outcomes, isNone: found.every((outcome) => outcome === 'unknown') };
}

/**
 * Tests rejected API keys with the first installation, or with the next installation if an earlier run deleted the
 * first.
 */
async function begin(
  scope: Scope,
  [first, ...rest]: readonly [string, ...string[]],
  following: readonly string[],
): Promise<Begun> {
  const outcome = await keepsKeys(scope, () => byKeys(scope, first));
  const [next, ...others] = rest;
  if (outcome !== 'unknown' || next === undefined) return { outcome, id: first, rest };
  const ofNext = await byKeys(scope, next);
  if (ofNext === 'unknown') return { outcome, id: first, rest: [undefined, ...others] };
  return { outcome: ofNext, id: next, rest: [...others, ...following].slice(0, 2), stale: first };
}

/** The IDs in the successful deletions of the run. */
function deletedIds(scope: Scope): string[] {
  const operation = operationOf(scope, 'deleteInstallation');
  const { contract, deletions } = scope.session;
  return deletions
    .of(operation)
    .flatMap(({ request }) => pathParametersOf(contract.basePath, operation, request)?.installationId ?? []);
}

/**
 * True if the run deleted an installation that is not reserved for sequences. The deletion of this installation may
 * have deleted other configured installations, too, which is a defect of the target.
 */
function hasOtherDeletions(scope: Scope, ids: readonly string[]): boolean {
  const ofSequences = ids.slice(INSTALLATIONS_OF_CASES);
  return deletedIds(scope).some((id) => !ofSequences.includes(id));
}

async function reportNoInstallation(scope: Scope, ids: readonly string[]): Promise<void> {
  const operation = operationOf(scope, 'deleteInstallation');
  if (hasOtherDeletions(scope, ids))
    scope.broken(
      'D82',
      'no other installation exists after the deletion of one installation',
      'a 204 for another configured installation',
      '404',
    );
  else if ((await failureOf(scope, operationExists(operation))) === undefined) {
    const reason = `the target does not have any of the ${shownFixtures([['installations', ids]])}: each deletion responds with 404. An earlier run may have deleted the installations. Configure new IDs in fixtures.installations, or a provision hook`;
    scope.untestable(RULES, reason);
    scope.session.misconfiguration = reason;
  } else
    scope.broken(
      'D80',
      'the target responds with 404 to every deletion, and does not seem to implement deleteInstallation',
      '204',
      '404',
    );
}

/**
 * The IDs of the installations in the order of their deletion: an ID with which another ID begins is first, otherwise
 * the middle ID. If a faulty deletion also removes the installations with similar IDs, or the previous or next
 * installation, a later deletion of a removed installation fails.
 */
function inOrderOfDeletion(ids: readonly string[]): [string, ...string[]] {
  const isStart = (id: string) => ids.some((other) => other !== id && other.startsWith(id));
  const first = ids.find(isStart) ?? (ids.length > 2 ? ids[1] : ids[0]) ?? '';
  return [first, ...ids.filter((id) => id !== first)];
}

/**
 * The part of a message that names a second possible cause of a failed deletion. No operation lists installations, so
 * the suite cannot know whether an earlier run has deleted the installation.
 */
const OR_NOT_EXISTING = 'or it did not exist before the run (then configure new IDs)';

function judge(scope: Scope, [first, second, third]: readonly Outcome[]): void {
  if (first === 'unknown')
    for (const rule of ['D03', 'rejected-unchanged'])
      scope.broken(
        rule,
        `a rejected request deleted the installation (without an authorized API key, or with an undefined method), ${OR_NOT_EXISTING}`,
        'a 204 for the first request with an authorized API key',
        '404',
      );
  else if (first === 'removed') scope.holds('D03', 'rejected-unchanged');
  if (second === 'unknown')
    scope.broken(
      'D82',
      `a request with another address or ID deleted the installation, ${OR_NOT_EXISTING}`,
      'a 204 for the first request with the right address',
      '404',
    );
  else if (second === 'removed') scope.holds('D82');
  if (third === 'unknown')
    scope.broken('D82', `the deletion of another installation also deleted this one, ${OR_NOT_EXISTING}`, '204', '404');
}

async function byKeys(scope: Scope, id: string): Promise<Outcome> {
  const answers: Answer[] = [];
  for (const apiKey of [undefined, '', scope.session.uniqueName('unknown')])
    answers.push(await remove(scope, id, { apiKey }));
  await withoutKeyInVariants(scope, id);
  const forbidden = forbiddenKeyOf(scope.session.target.fixtures);
  if (forbidden !== undefined) await remove(scope, id, { apiKey: forbidden });
  await sendRejectedMethods(scope, id);
  const outcome = await removedOnce(scope, id);
  // A 404 to a request without a known API key counts as a failure only if the installation existed.
  for (const answer of answers.filter(({ status }) => status !== 404 || outcome === 'removed'))
    scope.rejected(answer, 401, 'the request has no known API key', ['D03'], ['D03']);
  if (outcome !== 'removed') return outcome;
  await isGone(scope, id);
  return outcome;
}

/** Tests D02: every variant of a deletion requires the API key. */
async function withoutKeyInVariants(scope: Scope, installationId: string): Promise<void> {
  const operation = operationOf(scope, 'deleteInstallation');
  const wire = await toWire(scope.session, { operation, params: { installationId }, apiKey: undefined });
  await inParallel([...PATHS, ...UNGUARDED], async ([id, change]) => {
    const changed = change(wire);
    const answer = await scope.sendWire(changed, undefined, 'survival');
    // A service may respond to another method, such as OPTIONS, without an API key.
    const untunnelled = { ...wire, method: changed.method };
    if (
      answer.status === 204 &&
      changed.method !== wire.method &&
      (await scope.sendWire(untunnelled, undefined, 'survival')).status === 204
    )
      return;
    const message = `the target accepts a request without an API key in the variant "${id}"; expected 401`;
    scope.check('D02', answer.status !== 204, message, '401', answer);
  });
}

/**
 * Sends deletions with a wrong installation, integration or project in the path. @returns true if the target rejects
 * each of these deletions
 */
async function rejectsWrongAddresses(scope: Scope, id: string): Promise<boolean> {
  const { session } = scope;
  const fixtures = configured(session);
  const addresses: Record<string, string>[] = [{ installationId: withSuffix(id) }];
  const part = withoutLastCharacter(id);
  if (part !== undefined) addresses.push({ installationId: part });
  if (fixtures.otherIntegration) {
    const integrationId = fixtures.otherIntegration.id;
    const { name } = fixture(session, 'project');
    addresses.push({ integrationId }, { integrationId, projectIdOrName: name });
  }
  if (fixtures.provider !== undefined) addresses.push({ integrationId: fixtures.provider });
  if (fixtures.otherProject)
    addresses.push({ projectIdOrName: fixtures.otherProject.id }, { projectIdOrName: fixtures.otherProject.name });
  for (const name of ['otherIntegration', 'otherProject'] as const) {
    const reason = session.reason(name);
    if (reason !== undefined) scope.untestable(['D82'], reason);
  }
  for (const params of addresses) {
    const answer = await remove(scope, id, { params });
    // The success of a deletion with a changed installation ID breaks only D07. The success of a deletion with the
    // right installation ID under another integration or project also breaks D82.
    const statusRules = params.installationId === undefined ? ['D82', 'D07'] : ['D07'];
    scope.rejected(answer, 404, 'the installation has another ID, integration or project', ['D82'], statusRules);
    if (isSuccess(answer)) return false;
  }
  const ids = fixture(session, 'installations');
  for (const [, spelling, spell] of ID_SPELLINGS) {
    const installationId = spell(id);
    if (ids.includes(installationId)) continue;
    const answer = await remove(scope, id, { params: { installationId } });
    const message = `the target accepts the ID of an existing installation ${spelling}`;
    scope.check('other-spelling', !isSuccess(answer), message, '404', answer);
    if (isSuccess(answer)) return false;
  }
  if (await deletesByQuery(scope, id)) return false;
  // The deletions under a nonexistent project or integration come last, since a target that ignores the project and the
  // integration in the path (D82) accepts these deletions, too.
  for (const params of [{ projectIdOrName: randomUUID() }, { integrationId: randomUUID() }]) {
    const answer = await remove(scope, id, { params });
    scope.rejected(answer, 404, 'the project or the integration does not exist', ['D07'], ['D07']);
    if (isSuccess(answer)) return false;
  }
  return true;
}

/**
 * Tests that the target ignores the ID of an installation in the query of a deletion. The path of the request addresses
 * no installation. Returns true if the deletion succeeds.
 */
async function deletesByQuery(scope: Scope, id: string): Promise<boolean> {
  const operation = operationOf(scope, 'deleteInstallation');
  const absent = await toWire(scope.session, { operation, params: { installationId: randomUUID() } });
  const query = new URLSearchParams({ id, installation: id, installationId: id });
  const answer = await scope.sendWire({ ...absent, path: `${absent.path}?${query}` }, undefined, 'survival');
  const message = 'the target deletes the installation in the query instead of the installation in the path';
  scope.check('D82', !isSuccess(answer), message, '404', answer);
  return isSuccess(answer);
}

/**
 * Tests D16: a method that the target rejects must not delete the installation. The effect of an undocumented method
 * that the target accepts is not specified.
 */
async function sendRejectedMethods(scope: Scope, installationId: string): Promise<void> {
  const operation = operationOf(scope, 'deleteInstallation');
  const nowhere = await toWire(scope.session, { operation, params: { installationId: randomUUID() } });
  const wire = await toWire(scope.session, { operation, params: { installationId } });
  // Safe methods have no effect even if a service supports them (RFC 9110 §9.2.1), so the suite sends safe methods for
  // the existing installation without a first request for a nonexistent installation. The suite sends each unsafe
  // method first for a nonexistent installation, and for the existing installation only after a 405.
  for (const method of ['HEAD', 'GET', 'OPTIONS']) await scope.sendWire({ ...wire, method }, undefined, 'survival');
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const { status } = await scope.sendWire({ ...nowhere, method }, undefined, 'survival');
    if (status === 405) await scope.sendWire({ ...wire, method }, undefined, 'survival');
  }
}
