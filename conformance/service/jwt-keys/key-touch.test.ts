import { expect, test } from 'vitest';
import type { Scope } from '../../engine/scope.ts';
import type { KeyActions } from './actions.ts';
import { staysUntouched, timedRead } from './key-touch.ts';

interface Service {
  /** What a second update within one tick of the clock adds. */
  readonly tickMs: number;
  /** What a rejected update adds, by how many there were before. */
  readonly touch: (refused: number) => number;
  /** How a time is shown. */
  readonly show?: (time: number) => string;
}

const iso = (time: number) => new Date(time).toISOString();

/** What is said of a service that was asked for a rejected update between two reads, and how often a key was read. */
async function saidOf({ tickMs, touch, show = iso }: Service) {
  const times = new Map<string, number>();
  const memo = new Map<string, Promise<unknown>>();
  let [refused, reads] = [0, 0];
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
  const refuse = async (kid: string) => {
    times.set(kid, (times.get(kid) ?? 0) + touch(refused++));
  };
  const said: [rule: string, holds: boolean][] = [];
  const scope = {
    check: (rule: string, holds: boolean) => said.push([rule, holds]),
    aside: (ask: () => Promise<unknown>) => ask(),
  } as unknown as Scope;
  const kid = await keys.register();
  const before = await timedRead(keys, kid);
  await refuse(kid);
  await staysUntouched(scope, keys, [before, await timedRead(keys, kid)], 'D43', refuse);
  return { said, reads };
}

const never = () => 0;

test.each<[string, Service, boolean]>([
  ['one that leaves the key', { tickMs: 1, touch: never }, true],
  ['one that moves its time a minute ahead', { tickMs: 1, touch: () => 60_000 }, false],
  ['one that did so once', { tickMs: 1, touch: (refused) => (refused === 0 ? 60_000 : 0) }, true],
  ['one of whole seconds, of which each update takes one', { tickMs: 1000, touch: never }, true],
  ['such a one that moves its time a minute ahead', { tickMs: 1000, touch: () => 60_000 }, false],
  ['one whose times are none', { tickMs: 1, touch: () => 60_000, show: () => 'later' }, true],
])('of %s is said what is so', async (_, service, holds) => {
  expect((await saidOf(service)).said).toEqual([['D43', holds]]);
});

test('where nothing is odd, no more is asked', async () => {
  expect((await saidOf({ tickMs: 1, touch: never })).reads).toBe(2);
});
