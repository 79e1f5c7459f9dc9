import type { JsonObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { inParallel } from '../../engine/ledger/in-parallel.ts';
import type { LedgerEntry } from '../../engine/ledger/ledger.ts';
import { waitUntilQuiet } from '../../engine/ledger/quiet.ts';
import { requireProbe } from '../../engine/probe.ts';
import type { Scope } from '../../engine/scope.ts';
import { configured } from '../fixtures.ts';
import { KeyActions } from './actions.ts';
import { keysAreFound, requirePlainUpdate } from './probes.ts';

const MAX_KEYS = 640;

/** The final case that tests that every JWT key still exists with the values of its last update. */
export function* jwtKeysAtTheEnd(): Generator<Case> {
  yield {
    id: 'jwtKeys/ledger/atTheEnd',
    title: 'every JWT key still has its last state at the end of the run',
    tags: ['thorough'],
    rules: ['D46', 'D42', 'D44', 'D54', 'rejected-unchanged'],
    run: async (scope) => {
      const { ledger } = scope.session;
      // The case first reads the keys whose last request was rejected, then inactive keys, then keys that no response
      // has shown, then all other keys.
      const isInactive = (entry: LedgerEntry) => ledger.stateOf(entry).active === false;
      const order = (entry: LedgerEntry) =>
        entry.rejectedWith !== undefined ? 0 : isInactive(entry) ? 1 : Number(entry.isShown) + 2;
      const all = ledger
        .entries('jwtKey')
        .toSorted((a, b) => order(a) - order(b))
        .slice(0, MAX_KEYS);
      scope.require(all.length > 0, 'the run created no JWT key');
      const shared = all.filter(({ isShared }) => isShared);
      scope.check('D54', shared.length === 0, 'two registrations return the same kid', 'two kids', shared[0]?.id ?? '');
      await waitUntilQuiet(scope.session);
      const gone: LedgerEntry[] = [];
      await inParallel([...all.entries()], async ([index, entry]) => {
        if (!entry.isShared && !(await readKey(scope, entry, index))) gone.push(entry);
      });
      scope.reportMismatches(true);
      scope.reportDeferred();
      if (gone.length > 0) await requireProbe(scope, keysAreFound);
      const message = `${gone.length} of ${all.length} registered keys no longer exist`;
      // A service may remove inactive keys. A key whose last request got a 404 may have been absent already before this
      // request.
      const isProven =
        gone.every(({ rejectedWith }) => rejectedWith !== undefined && rejectedWith !== 404) &&
        gone.some((entry) => entry.isShown && !isInactive(entry));
      scope.check('D46', gone.length === 0 || isProven, message, '200', '404');
      scope.check('rejected-unchanged', !isProven, `${message} after a rejected request`, '200', '404');
      await deactivateAll(scope);
      scope.holds('D42', 'D44', 'rejected-unchanged');
    },
  };
}

/**
 * Deactivates the keys of the second configured project, since a service may wrongly reject the deactivation of the last
 * active key of a project.
 */
async function deactivateAll(scope: Scope): Promise<void> {
  const { otherProject } = configured(scope.session);
  if (!otherProject) return;
  const keys = new KeyActions(scope, otherProject.id);
  const { ledger } = scope.session;
  const inProject = ledger.entries('jwtKey').filter((entry) => ledger.stateOf(entry).projectId === otherProject.id);
  // The requests are sequential, since a service may count the active keys before each update.
  for (const { id } of inProject) {
    const answer = await keys.patch(id, ['active'], { active: false });
    if (answer.status === 404) continue;
    // In the first project, other keys of the run are active.
    if (!isSuccess(answer)) await requirePlainUpdate(new KeyActions(scope), 'active');
    if (!scope.accepted(answer, keys.update, 'every key of a project can be inactive', ['D42'])) return;
  }
}

/**
 * The case reads a key with an update of one field, `label` or `active`; this function returns the field. The response
 * to the update reveals the stored value only of the field that the update does not set.
 */
function fieldToSet(
  { isShown }: LedgerEntry,
  rejected: readonly string[],
  index: number,
  { active }: JsonObject,
): 'label' | 'active' {
  // For most keys that no response has shown, the update sets `active`, so that the response shows the label of the
  // creation.
  if (!isShown) return index % 3 === 0 ? 'label' : 'active';
  // A rejected request may have set one field, so the case does not read the key with an update of this field.
  if (rejected.includes('label') !== rejected.includes('active'))
    return rejected.includes('label') ? 'active' : 'label';
  return index % 2 === 0 || active === false ? 'label' : 'active';
}

/**
 * Reads the key with an update that sets a field to its expected value, under the ID and the name of the project.
 *
 * @returns false if the target finds the key neither under the ID nor under the name
 */
async function readKey(scope: Scope, entry: LedgerEntry, index: number): Promise<boolean> {
  const { project, otherProject } = configured(scope.session);
  const state = scope.session.ledger.stateOf(entry);
  const ofKey = [project, otherProject].find((one) => one?.id === state.projectId) ?? project;
  const field = fieldToSet(entry, scope.session.ledger.rejectedNames(entry), index, state);
  if (!ofKey || state[field] === undefined) return true;
  const keys = new KeyActions(scope);
  // The first update of a key has the same form of the project in its path, ID or name, as the creation of the key. The
  // case skips a key that was created under neither the ID nor the name of the project, but under another spelling of
  // the path.
  const isCreatedBy = (address: string) => entry.creation.path.split('/').includes(encodeURIComponent(address));
  const addresses = isCreatedBy(ofKey.name) ? [ofKey.name, ofKey.id] : [ofKey.id, ofKey.name];
  if (!addresses.some(isCreatedBy)) return true;
  for (const address of addresses) {
    const answer = await keys.patch(entry.id, [field], { [field]: state[field] }, { project: address });
    if (isSuccess(answer)) return true;
    if (answer.status !== 404) return true;
  }
  return false;
}
