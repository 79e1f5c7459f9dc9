import type { Scope } from '../../engine/scope.ts';
import type { KeyActions } from './actions.ts';

/** What a read of a key showed, and the time that it took by the clock of the run, in milliseconds. */
export interface TimedRead {
  readonly updateTime: unknown;
  readonly from: number;
  readonly to: number;
}

/** More than clocks, and what timestamps round, are apart by chance. */
const TOLERANCE_MS = 500;
const ROUNDS = 3;

/** Reads a key by setting `active`, as it was registered. @throws Untestable */
export async function timedRead(keys: KeyActions, kid: string): Promise<TimedRead & { readonly label: unknown }> {
  const from = performance.now();
  const { updateTime, label } = await keys.readBySettingActive(kid);
  return { updateTime, label, from, to: performance.now() };
}

/**
 * A rejected update leaves `updateTime`. Reading it sets it anew, so that it was moved shows only where it is then later
 * than the read alone makes it; and that counts only where it is so each time.
 */
export async function staysUntouched(
  scope: Scope,
  keys: KeyActions,
  [before, after]: readonly [TimedRead, TimedRead],
  rule: string,
  refuse: (kid: string) => Promise<unknown>,
): Promise<void> {
  const isAhead =
    aheadBy(before, after) > TOLERANCE_MS && (await scope.aside(() => isMovedBy(keys, aheadBy(before, after), refuse)));
  const actual = isAhead ? String(after.updateTime) : 'no later';
  scope.check(rule, !isAhead, 'a rejected update moved `updateTime`', `soon after ${before.updateTime}`, actual);
}

/** How much later the second read is than it was asked for after the first; NaN where a time is none. */
function aheadBy(before: TimedRead, after: TimedRead): number {
  return Date.parse(String(after.updateTime)) - Date.parse(String(before.updateTime)) - (after.to - before.from);
}

async function isMovedBy(keys: KeyActions, seen: number, refuse: (kid: string) => Promise<unknown>): Promise<boolean> {
  const alone = await aheadAlone(keys);
  if (seen - alone <= TOLERANCE_MS) return false;
  for (let round = 0; round < ROUNDS; round++) {
    const ahead = await moved(keys, refuse);
    if (!(ahead - alone > TOLERANCE_MS)) return false;
  }
  return true;
}

/** As of a clock of whole seconds, of which each update takes one. Asked once in a run. */
function aheadAlone(keys: KeyActions): Promise<number> {
  return keys.scope.session.once('updateTime ahead', async () => {
    let most = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      most = Math.max(most, await moved(keys, async () => {}));
      // Of two replicas that take turns, the other one answers first from here on.
      if (round === 0) await timedRead(keys, await keys.register());
    }
    return most;
  });
}

async function moved(keys: KeyActions, act: (kid: string) => Promise<unknown>): Promise<number> {
  const kid = await keys.register();
  const before = await timedRead(keys, kid);
  await act(kid);
  return aheadBy(before, await timedRead(keys, kid));
}
