import { expect, test } from 'vitest';
import type { Scope } from '../../engine/scope.ts';
import type { KeyActions } from './actions.ts';
import { expectUnchangedTime, timedRead } from './key-touch.ts';

interface Service {
  /**
   * Length in milliseconds of one tick of the server's clock. A second update within one tick advances `updateTime` by
   * a tick.
   */
  readonly tickMs: number;
  /**
   * Milliseconds by which a rejected update advances `updateTime`, depending on the number of earlier rejected updates.
   */
  readonly touch: (rejected: number) => number;
  /** Formats a time for a response. */
  readonly show?: (time: number) => string;
}

const iso = (time: number) => new Date(time).toISOString();

/** The findings about a service that rejects an update between two reads, and the number of reads. */
async function evaluated({ tickMs, touch, show = iso }: Service) {
  const times = new Map<string, number>();
  const memo = new Map<string, Promise<unknown>>();
  let [rejected, reads] = [0, 0];
  const keys = {
    scope: { session: { once } },
    register: async () => {
      const kid = `key-${times.size}`;
      times.set(kid, 0);
      return kid;
    },
    readBySettingActive: async (kid: string) => {
      reads++;
      const time = Math.max(Math.floor(Date.now() / tickMs) * tickMs, (times.get(kid) ?? 0) + tickMs);
      times.set(kid, time);
      return { updateTime: show(time), label: 'x' };
    },
  } as unknown as KeyActions;
  function once(name: string, work: () => Promise<unknown>) {
    const known = memo.get(name) ?? work();
    memo.set(name, known);
    return known;
  }
  const reject = async (kid: string) => {
    times.set(kid, (times.get(kid) ?? 0) + touch(rejected++));
  };
  const findings: [rule: string, holds: boolean][] = [];
  const scope = {
    check: (rule: string, holds: boolean) => findings.push([rule, holds]),
    sideRequests: (send: () => Promise<unknown>) => send(),
  } as unknown as Scope;
  const kid = await keys.register();
  const before = await timedRead(keys, kid);
  await reject(kid);
  await expectUnchangedTime(scope, keys, [before, await timedRead(keys, kid)], 'D43', reject);
  return { findings, reads };
}

const never = () => 0;

test.each<[string, Service, boolean]>([
  ['keeps the key', { tickMs: 1, touch: never }, true],
  ['moves its time a minute ahead', { tickMs: 1, touch: () => 60_000 }, false],
  ['moved its time once', { tickMs: 1, touch: (rejected) => (rejected === 0 ? 60_000 : 0) }, true],
  ['has a clock of whole seconds', { tickMs: 1000, touch: never }, true],
  ['has a clock of whole seconds and moves its time a minute ahead', { tickMs: 1000, touch: () => 60_000 }, false],
  ['shows invalid times', { tickMs: 1, touch: () => 60_000, show: () => 'later' }, true],
])('evaluates `updateTime` in the responses of a service that %s', async (_, service, holds) => {
  expect((await evaluated(service)).findings).toEqual([['D43', holds]]);
});

test('reads a key only before and after the rejected update if `updateTime` does not advance too much', async () => {
  expect((await evaluated({ tickMs: 1, touch: never })).reads).toBe(2);
});
