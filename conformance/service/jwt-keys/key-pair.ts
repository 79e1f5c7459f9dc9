import type { KeyActions } from './actions.ts';
import { type TimedRead, timedRead } from './key-touch.ts';

/** Two keys of one project, and what was seen of them. */
export interface KeyPair {
  readonly kids: readonly [string, string];
  /** What reading the one showed as its label, the other as its `active`. */
  readonly label: unknown;
  readonly active: unknown;
  readonly read: TimedRead;
}

/**
 * Reading one field sets the other: it takes two keys to see both, each read before and after in the same way.
 *
 * @param set what `active` is to be where that is looked at; as in a new key when absent
 */
export async function twoKeys(keys: KeyActions, set?: boolean): Promise<KeyPair> {
  const kids = [await keys.register(), await keys.register()] as const;
  const read = await timedRead(keys, kids[0]);
  // The last success differs from the state before it, so that a return to that state shows.
  const { label } = await keys.updated(kids[0], ['label'], { label: keys.scope.session.uniqueName('Last') });
  const { active: first } = await keys.readBySettingLabel(kids[1]);
  const last = set ?? first === true;
  await keys.readBySettingActive(kids[1], !last);
  const { active } = await keys.readBySettingActive(kids[1], last);
  return { kids, label, active, read };
}

/** True if keys that nobody asks to change do when others are registered and updated: asked once in a run. */
export function changeWithOthers(keys: KeyActions): Promise<boolean> {
  return keys.scope.onceAside('keys change with others', async () => {
    // Set just before it is read, so that only others can have changed it.
    const { kids, label, active } = await twoKeys(keys, true);
    const third = await keys.register();
    await keys.updated(third, ['label', 'active'], { label: 'Taken over', active: false });
    // Before anything sets the one to what the other may have been given.
    const between = await keys.readBySettingLabel(kids[1]);
    await keys.updated(third, ['active'], { active: true });
    const one = await keys.readBySettingActive(kids[0]);
    const other = await keys.readBySettingLabel(kids[1]);
    // Reading `label` may set `active` to what a new key has.
    const off = await twoKeys(keys, false);
    const stayed = [active, between.active, other.active, off.active === false];
    return one.label !== label || stayed.some((kept) => kept !== true);
  });
}
