import { setTimeout as sleep } from 'node:timers/promises';
import type { Probe } from '../../engine/probe.ts';
import { type JwtKey, KeyActions } from './actions.ts';

/** Time in milliseconds after which a service has finished its background work; short compared with a run. */
const MOMENT_MS = 400;

/**
 * Probes whether the service finds a new JWT key. If the service does not find a new key, a 404 to an update in another
 * case has the same cause.
 */
export const keysAreFound: Probe = {
  id: 'keysAreFound',
  run: async (scope) => {
    const keys = new KeyActions(scope);
    const answer = await keys.patch(await keys.register(), ['active'], { active: true });
    return answer.status === 404 ? 'the target finds no registered key' : undefined;
  },
};

/** Probes whether a JWT key still exists after updates of `label` and `active`. */
export const keysOutliveUpdates: Probe = {
  id: 'keysOutliveUpdates',
  run: async (scope) => {
    const keys = new KeyActions(scope);
    const kid = await keys.register();
    await keys.patch(kid, ['active'], { active: true });
    await keys.patch(kid, ['label'], { label: scope.session.uniqueName('Outlives') });
    const { status } = await keys.patch(kid, ['active'], { active: true });
    return status === 404 ? 'a key no longer exists after a successful update' : undefined;
  },
};

/**
 * Probes whether the service keeps sequential updates of one JWT key. If the service loses a sequential update, a
 * lost concurrent update has the same cause.
 */
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
    return isKept ? undefined : 'the target rejects or loses an update although no other update is concurrent';
  },
};

/** Requires that the target accepts a simple update of the field. @throws Untestable if the target rejects the update */
export async function requirePlainUpdate(keys: KeyActions, field: 'label' | 'active'): Promise<void> {
  const kid = await keys.register();
  await (field === 'label' ? keys.readBySettingLabel(kid) : keys.readBySettingActive(kid, false));
}
