import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { requireProbe } from '../../engine/probe.ts';
import type { Scope } from '../../engine/scope.ts';
import { type JwtKey, KeyActions } from './actions.ts';
import { updatesAreKept } from './probes.ts';

/** Longer than a tick of the clock that timestamps come from: of one that tells milliseconds, and of the coarsest. */
const FINE_TICK_MS = 20;
const COARSE_TICK_MS = 1100;

const CHANGES: readonly (readonly [mask: string[], jwtKey: JsonObject])[] = [
  [['active'], { active: false }],
  [['label'], { label: 'Another label' }],
  [['label', 'active'], { label: 'Another label', active: false }],
];

/** D44 over time, D47 at one time. */
export function* jwtKeyTimes(): Generator<Case> {
  yield {
    id: 'jwtKeys/times/updateTime',
    title: 'every update moves updateTime forward and leaves createTime',
    rules: ['D44'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      await Promise.all(CHANGES.map(([mask, jwtKey]) => moves(scope, keys, mask, jwtKey)));
    },
  };
  yield {
    id: 'jwtKeys/times/concurrentUpdates',
    title: 'concurrent updates of different fields are all kept',
    rules: ['D47'],
    run: concurrent,
  };
}

async function moves(scope: Scope, keys: KeyActions, mask: readonly string[], jwtKey: JsonObject): Promise<void> {
  const [kid, late] = [await keys.register(), await keys.register()];
  await sleep(FINE_TICK_MS);
  const first = await keys.readBySettingActive(kid);
  const fine = isFine(first.updateTime) || isFine(first.createTime);
  forward(scope, 'the first update', first.createTime, first.updateTime, fine);
  let previous = first;
  const back = { label: 'Yet another label', active: true };
  // The last one changes no value, and is an update all the same.
  for (const change of [jwtKey, back, back]) {
    await sleep(fine ? FINE_TICK_MS : COARSE_TICK_MS);
    const next = await keys.updated(kid, mask, change);
    forward(scope, `an update of ${mask.join(' and ')}`, previous.updateTime, next.updateTime, true);
    stands(scope, first, next);
    previous = next;
  }
  // The first update of a key that was registered some ticks ago.
  const update = await keys.updated(late, mask, jwtKey);
  forward(scope, `a first update of ${mask.join(' and ')}`, update.createTime, update.updateTime, true);
}

/** What is no date-time breaks D13, not D44. */
function forward(scope: Scope, what: string, before: unknown, after: unknown, strictly: boolean): void {
  const violations = scope.session.contract.schema('Timestamp');
  if ([before, after].some((time) => violations(time).length > 0)) return;
  const step = Date.parse(String(after)) - Date.parse(String(before));
  if (Number.isNaN(step)) return;
  const moved = strictly ? step > 0 : step >= 0;
  scope.check('D44', moved, `${what} does not move updateTime forward`, `after ${before}`, String(after));
}

function stands(scope: Scope, before: JwtKey, after: JwtKey): void {
  if (typeof after.createTime !== 'string') return;
  const same = before.createTime === after.createTime;
  scope.check('D44', same, 'an update changed createTime', String(before.createTime), after.createTime);
}

/** Whether the timestamp tells hundredths of a second, or less. */
function isFine(timestamp: unknown): boolean {
  return /\.\d{1,2}[1-9]/.test(String(timestamp));
}

const ROUNDS = 16;

/** Each field is looked at in turn, and each comes first in turn: whichever update is last must have kept the other. */
async function concurrent(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const kid = await keys.register();
  for (let round = 0; round < ROUNDS; round++) {
    const label = scope.session.uniqueName('Concurrent');
    const active = round % 8 < 4;
    await keys.updated(kid, ['active'], { active: !active });
    const setLabel = () => keys.patch(kid, ['label'], { label });
    const setActive = () => keys.patch(kid, ['active'], { active });
    const labelFirst = round % 2 === 0;
    const answers = await Promise.all(labelFirst ? [setLabel(), setActive()] : [setActive(), setLabel()]);
    const refused = answers.find((answer) => !isSuccess(answer));
    if (refused) await requireProbe(scope, updatesAreKept);
    if (
      !scope.check('D47', refused === undefined, 'one of two concurrent updates was refused', '200', refused ?? '200')
    ) {
      return;
    }
    const isLabel = round % 4 < 2;
    const [field, want] = isLabel ? ['label', label] : ['active', active];
    const read = isLabel ? await keys.readBySettingActive(kid, active) : await keys.readBySettingLabel(kid);
    if (read[field] !== want) await requireProbe(scope, updatesAreKept);
    // That a key has no such field, or one of another type, is for other cases.
    if (typeof want !== typeof read[field]) continue;
    const message = `\`${field}\` was lost to a concurrent update of the other field`;
    scope.check('D47', want === read[field], message, String(want), String(read[field]), { pointer: `/${field}` });
  }
}
