import type { KeyActions } from './actions.ts';
import { type TimedRead, timedRead } from './key-touch.ts';

/** Two JWT keys of one project, each with the value of one field in the last response about the key. */
export interface KeyPair {
  readonly kids: readonly [string, string];
  /** The `label` of the first key and the `active` of the second key. */
  readonly label: unknown;
  readonly active: unknown;
  readonly read: TimedRead;
}

/**
 * Registers two JWT keys and reads one field of each key. A read of one field sets the other field of the key, so the
 * result contains only one field of each key.
 *
 * @param set the value of `active` in the second key; by default the value of a new key
 */
export async function twoKeys(keys: KeyActions, set?: boolean): Promise<KeyPair> {
  const kids = [await keys.register(), await keys.register()] as const;
  const read = await timedRead(keys, kids[0]);
  // The last update of each key changes the stored value, so that a faulty target that undoes this update shows a
  // different value.
  const { label } = await keys.updated(kids[0], ['label'], { label: keys.scope.session.uniqueName('Last') });
  const { active: first } = await keys.readBySettingLabel(kids[1]);
  const last = set ?? first === true;
  await keys.readBySettingActive(kids[1], !last);
  const { active } = await keys.readBySettingActive(kids[1], last);
  return { kids, label, active, read };
}

/**
 * True if a key changes when the target registers and updates other keys. The suite sends the requests of this test
 * once per run.
 */
export function keysChangeWithOthers(keys: KeyActions): Promise<boolean> {
  return keys.scope.onceSideRequests('keys change with others', async () => {
    // The two keys are updated immediately before the requests about a third key, so that only requests about the third
    // key can change the values.
    const { kids, label, active } = await twoKeys(keys, true);
    const third = await keys.register();
    await keys.updated(third, ['label', 'active'], { label: 'Taken over', active: false });
    // The second key is read between the two updates of the third key: a faulty target that changes the second key in
    // both updates sets `active` of the second key to false, and then back to true.
    const between = await keys.readBySettingLabel(kids[1]);
    await keys.updated(third, ['active'], { active: true });
    const one = await keys.readBySettingActive(kids[0]);
    const other = await keys.readBySettingLabel(kids[1]);
    // A faulty target may reset `active` to true in an update of `label`, so the test also needs an inactive key.
    const off = await twoKeys(keys, false);
    const stayed = [active, between.active, other.active, off.active === false];
    return one.label !== label || stayed.some((kept) => kept !== true);
  });
}
