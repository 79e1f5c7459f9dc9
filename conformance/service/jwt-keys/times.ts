import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Case } from '../../engine/case.ts';
import { addressForTurn } from '../../engine/request/addressed-by-name.ts';
import type { Scope } from '../../engine/scope.ts';
import { fixture } from '../fixtures.ts';
import { KeyActions } from './actions.ts';
import { milliseconds } from './milliseconds.ts';

/**
 * Times to wait in milliseconds: more than one tick of a clock with milliseconds, and more than one tick of a clock
 * with whole seconds.
 */
const FINE_TICK_MS = 20;
const COARSE_TICK_MS = 1100;

const CHANGES: readonly (readonly [mask: string[], jwtKey: JsonObject])[] = [
  [['active'], { active: false }],
  [['label'], { label: 'Another label' }],
  [['label', 'active'], { label: 'Another label', active: false }],
];

/** The case for D44 that observes the times of a key over several updates. The ledger compares `createTime`. */
export function* jwtKeyTimes(): Generator<Case> {
  yield {
    id: 'jwtKeys/times/updateTime',
    title: 'updateJwtKey moves `updateTime` forward and keeps `createTime`',
    rules: ['D44'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const { id } = fixture(scope.session, 'project');
      const { projectIdOrName: name = id } = await addressForTurn(scope, keys.update, 1);
      await Promise.all(
        CHANGES.flatMap(([mask, jwtKey]) => [id, name].map((project) => moves(scope, keys, project, mask, jwtKey))),
      );
    },
  };
}

async function moves(
  scope: Scope,
  keys: KeyActions,
  project: string,
  mask: readonly string[],
  jwtKey: JsonObject,
): Promise<void> {
  const [kid, late] = [await keys.register(), await keys.register()];
  await sleep(FINE_TICK_MS);
  const first = await keys.updated(kid, ['active'], { active: true }, project);
  const fine = isFine(first.updateTime);
  forward(scope, 'the first update', first.createTime, first.updateTime, fine);
  let previous = first;
  const back = { label: 'Yet another label', active: true };
  // The second update and the last update change no value, but `updateTime` must still advance. During the second update,
  // some keys are inactive.
  for (const change of [jwtKey, jwtKey, back, back]) {
    await sleep(fine ? FINE_TICK_MS : COARSE_TICK_MS);
    const next = await keys.updated(kid, mask, change, project);
    forward(scope, `an update of ${mask.join(' and ')}`, previous.updateTime, next.updateTime, true);
    previous = next;
  }
  // The key `late` gets its first update many clock ticks after its creation.
  const update = await keys.updated(late, mask, jwtKey, project);
  forward(scope, `a first update of ${mask.join(' and ')}`, update.createTime, update.updateTime, true);
}

/**
 * Compares two times. Ignores an invalid date-time, which breaks D13 instead of D44.
 *
 * @param strictly false to compare only whole seconds, since `updateTime` may have a lower resolution than `createTime`
 */
function forward(scope: Scope, what: string, before: unknown, after: unknown, strictly: boolean): void {
  const violations = scope.session.contract.schema('Timestamp');
  if ([before, after].some((time) => violations(time).length > 0)) return;
  const [from, to] = [milliseconds(before), milliseconds(after)];
  if (Number.isNaN(to - from)) return;
  const moved = strictly ? to > from : Math.floor(to / 1000) >= Math.floor(from / 1000);
  scope.check('D44', moved, `${what} does not move \`updateTime\` forward`, `after ${before}`, String(after));
}

/** True if the timestamp contains a fraction of a second that is not a multiple of 0.1 s. */
function isFine(timestamp: unknown): boolean {
  return /\.\d{1,2}[1-9]/.test(String(timestamp));
}
