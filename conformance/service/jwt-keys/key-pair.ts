import type { KeyActions } from './actions.ts';
import { type TimedRead, timedRead } from './key-touch.ts';

/** Two keys of one project and their observed state. */
export interface KeyPair {
  readonly kids: readonly [string, string];
  /** The `label` of the first key and the `active` of the second key. */
  readonly label: unknown;
  readonly active: unknown;
  readonly read: TimedRead;
}

/**
 * Registers two keys. Reading one field sets the other, so each key shows only one field.
 *
 * @param set the value of `active` in the second key; by default the value in a new key
 */
export async function twoKeys(keys: KeyActions, set?: boolean): Promise<KeyPair> {
  const kids = [await keys.register(), await keys.register()] as const;
  const read = await timedRead(keys, kids[0]);
  // The last update changes the value, so that a return to the previous state is visible.
  const { label } = await keys.updated(kids[0], ['label'], { label: keys.scope.session.uniqueName('Last') });
  const { active: first } = await keys.readBySettingLabel(kids[1]);
  const last = set ?? first === true;
  await keys.readBySettingActive(kids[1], !last);
  const { active } = await keys.readBySettingActive(kids[1], last);
  return { kids, label, active, read };
}

/** True if a key changes when other keys are registered and updated. Tested once per run. */
export function keysChangeWithOthers(keys: KeyActions): Promise<boolean> {
  return keys.scope.onceSideRequests('keys change with others', async () => {
    // The value is set just before the read, so that only other keys can change it.
    const { kids, label, active } = await twoKeys(keys, true);
    const third = await keys.register();
    await keys.updated(third, ['label', 'active'], { label: 'Taken over', active: false });
    // Read now: later updates may set the same value as the other key has.
    const between = await keys.readBySettingLabel(kids[1]);
    await keys.updated(third, ['active'], { active: true });
    const one = await keys.readBySettingActive(kids[0]);
    const other = await keys.readBySettingLabel(kids[1]);
    // A read by `label` may reset `active` to the value of a new key.
    const off = await twoKeys(keys, false);
    const stayed = [active, between.active, other.active, off.active === false];
    return one.label !== label || stayed.some((kept) => kept !== true);
  });
}
