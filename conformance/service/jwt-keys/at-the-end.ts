import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { inParallel } from '../../engine/ledger/in-parallel.ts';
import type { LedgerEntry } from '../../engine/ledger/ledger.ts';
import { quiet } from '../../engine/ledger/quiet.ts';
import { requireProbe } from '../../engine/probe.ts';
import type { Scope } from '../../engine/scope.ts';
import { configured } from '../fixtures.ts';
import { KeyActions } from './actions.ts';
import { keysAreFound } from './probes.ts';

const MOST = 512;

/** The state of every key at the end of a run. */
export function* jwtKeysAtTheEnd(): Generator<Case> {
  yield {
    id: 'jwtKeys/ledger/atTheEnd',
    title: 'every key is at the end as the run left it',
    tags: ['thorough'],
    rules: ['D46', 'D42', 'D44', 'D54', 'rejected-unchanged'],
    run: async (scope) => {
      const { ledger } = scope.session;
      // Inactive keys come first, then keys that no response has shown.
      const isInactive = (entry: LedgerEntry) => ledger.stateOf(entry).active === false;
      const order = (entry: LedgerEntry) => (isInactive(entry) ? 0 : Number(entry.isShown) + 1);
      const all = ledger
        .entries('jwtKey')
        .toSorted((a, b) => order(a) - order(b))
        .slice(0, MOST);
      scope.mustHold(all.length > 0, 'the run created no JWT key');
      const shared = all.filter(({ isShared }) => isShared);
      scope.check('D54', shared.length === 0, 'two registrations have the same kid', 'two kids', shared[0]?.id ?? '');
      await quiet(all.map(({ touchedAt }) => touchedAt));
      const gone: LedgerEntry[] = [];
      await inParallel([...all.entries()], async ([index, entry]) => {
        if (!entry.isShared && !(await look(scope, entry, index))) gone.push(entry);
      });
      scope.reportMismatches();
      scope.reportDeferred();
      if (gone.length > 0) await requireProbe(scope, keysAreFound);
      const message = `${gone.length} of ${all.length} keys are gone`;
      // An inactive key may be gone because it is inactive: a rejection alone explains a key only if it explains another.
      const ofRejection = gone.filter(({ isRejected }) => isRejected);
      const isExplained = ofRejection.some((entry) => entry.isShown && !isInactive(entry));
      const others = gone.length - (isExplained ? ofRejection.length : 0);
      scope.check('D46', others === 0, message, '200', '404');
      scope.check('rejected-unchanged', !isExplained, `${message} after a rejected request`, '200', '404');
      scope.holds('D42', 'D44', 'rejected-unchanged');
    },
  };
}

/** Shows the key by setting one field to its own value, under both addresses of its project. @returns whether it exists */
async function look(scope: Scope, entry: LedgerEntry, index: number): Promise<boolean> {
  const { project, otherProject } = configured(scope.session);
  const state = scope.session.ledger.stateOf(entry);
  const ofKey = [project, otherProject].find((one) => one?.id === state.projectId) ?? project;
  // The label of a key that no response has shown is not set before it is seen.
  const field = entry.isShown && (index % 2 === 0 || state.active === false) ? 'label' : 'active';
  if (!ofKey || state[field] === undefined) return true;
  const keys = new KeyActions(scope);
  // The address of its creation comes first. A key that was created under another spelling of it may be lost to both.
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
