import type { Scope } from '../../engine/scope.ts';
import type { KeyActions } from './actions.ts';
import { milliseconds } from './milliseconds.ts';

/** The `updateTime` in a response, and the start and end of the request in milliseconds of `performance.now()`. */
export interface TimedRead {
  readonly updateTime: unknown;
  readonly from: number;
  readonly to: number;
}

/** A tolerance in milliseconds, larger than the usual difference between clocks and the rounding of timestamps. */
const TOLERANCE_MS = 500;
const ROUNDS = 3;

/** Reads a key with an update that sets `active` to true. @throws Untestable if the update fails */
export async function timedRead(keys: KeyActions, kid: string): Promise<TimedRead & { readonly label: unknown }> {
  const from = performance.now();
  const { updateTime, label } = await keys.readBySettingActive(kid);
  return { updateTime, label, from, to: performance.now() };
}

/**
 * Tests that a rejected update does not change `updateTime`. Each read is also an update, so a change is visible only
 * if `updateTime` is later than the time of the read. The target fails only if `updateTime` is too late in every round.
 *
 * @param reject sends the rejected update again
 */
export async function expectUnchangedTime(
  scope: Scope,
  keys: KeyActions,
  [before, after]: readonly [TimedRead, TimedRead],
  rule: string,
  reject: (kid: string) => Promise<unknown>,
): Promise<void> {
  const isAhead =
    aheadBy(before, after) > TOLERANCE_MS &&
    (await scope.sideRequests(() => isMovedBy(keys, aheadBy(before, after), reject)));
  const actual = isAhead ? String(after.updateTime) : 'no later';
  scope.check(rule, !isAhead, 'a rejected update changes `updateTime`', `soon after ${before.updateTime}`, actual);
}

/**
 * The advance of `updateTime` between two reads minus the time between the reads by the clock of the suite, in
 * milliseconds; NaN if a time is invalid.
 */
function aheadBy(before: TimedRead, after: TimedRead): number {
  return milliseconds(after.updateTime) - milliseconds(before.updateTime) - (after.to - before.from);
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

/**
 * The largest result of `aheadBy` without a rejected update between the reads; it is above 0 if, for example, the
 * target rounds times to seconds. Measured once per run.
 */
function aheadAlone(keys: KeyActions): Promise<number> {
  return keys.scope.session.once('updateTime ahead', async () => {
    let most = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      most = Math.max(most, await moved(keys, async () => {}));
      // The additional requests change which replica of the target handles each later read, since replicas may have
      // different clocks.
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
