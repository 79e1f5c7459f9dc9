import { setTimeout as sleep } from 'node:timers/promises';
import type { Probe } from '../../engine/probe.ts';
import { type JwtKey, KeyActions, MOMENT_MS } from './actions.ts';

/** The service finds a key that was just registered: else the 404 of a special key says nothing of what is special. */
export const keysAreFound: Probe = {
  id: 'keysAreFound',
  run: async (scope) => {
    const keys = new KeyActions(scope);
    const answer = await keys.patch(await keys.register(), ['active'], { active: true });
    return answer.status === 404 ? 'no key is found' : undefined;
  },
};

/** A key exists after updates of both its fields. */
export const keysOutliveUpdates: Probe = {
  id: 'keysOutliveUpdates',
  run: async (scope) => {
    const keys = new KeyActions(scope);
    const kid = await keys.register();
    await keys.patch(kid, ['active'], { active: true });
    await keys.patch(kid, ['label'], { label: scope.session.uniqueName('Outlives') });
    const { status } = await keys.patch(kid, ['active'], { active: true });
    return status === 404 ? 'a key is gone after an update that succeeds' : undefined;
  },
};

/** Updates of one key, one after the other, are kept, also a moment later: else a lost concurrent one says nothing. */
export const updatesAreKept: Probe = {
  id: 'updatesAreKept',
  run: async (scope) => {
    const keys = new KeyActions(scope);
    const kid = await keys.register();
    const label = scope.session.uniqueName('Kept');
    const answers = [
      await keys.patch(kid, ['active'], { active: false }),
      await keys.patch(kid, ['label'], { label }),
      await keys.patch(kid, ['label'], { label }),
      await keys.patch(kid, ['active'], { active: true }),
      await keys.patch(kid, ['active'], { active: true }),
    ];
    await sleep(MOMENT_MS);
    answers.push(await keys.patch(kid, ['active'], { active: true }));
    const [, ...shown] = answers.map(({ json }) => json as JwtKey | undefined);
    const isKept = shown.every((key, index) => key?.active === index > 1 && key.label === label);
    return isKept ? undefined : 'an update alone is not accepted or not kept';
  },
};
