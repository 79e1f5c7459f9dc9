import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse, Forward } from '../defect.ts';
import { jsonOf, withJson } from '../json-message.ts';
import { answer, isOf, OTHER_PROJECT, problem, projectIdOf, segmentOf, stateOf, withSegment } from '../messages.ts';
import { defect } from '../row.ts';
import { keyOf, sendUpdate, type Update, validUpdate } from './update.ts';

interface ValidUpdate extends Update {
  /** The JWT key before the update. */
  readonly key: JsonObject;
  /** The values of the fields that the mask names. */
  readonly chosen: JsonObject;
  readonly request: FaultyRequest;
  readonly forward: Forward;
  /** Performs the update. */
  readonly perform: () => Promise<FaultyResponse>;
  /** Performs the given update of the key instead of the requested update. */
  readonly send: (values: JsonObject) => Promise<FaultyResponse>;
}

type Handle = (update: ValidUpdate) => Promise<FaultyResponse>;

/** A faulty server that passes valid updates of existing keys to a function, and forwards other requests. */
const updates = (create: () => Handle) => (): Behaviour => {
  const handle = create();
  return async (request, forward) => {
    const update = validUpdate(request);
    const key = update && (await keyOf(request, forward, 'in its project'));
    if (!key) return forward(request);
    const chosen = Object.fromEntries(update.mask.map((path) => [String(path), update.values[String(path)]]));
    const perform = () => forward(request);
    const send = (values: JsonObject) => sendUpdate(request, forward, values);
    return handle({ ...update, key, chosen, request, forward, perform, send });
  };
};

/** A delay in milliseconds, longer than the time between two sequential requests of a case. */
const LATENCY_MS = 30;
/**
 * A delay in milliseconds, longer than the time between two concurrent requests, and shorter than the time between two
 * cases that use the same key.
 */
const LOCKED_MS = 8;

/** A faulty server that reads the key, waits, and writes the given fields back, so that a concurrent update is lost. */
const overwrites = (writes: (mask: readonly unknown[]) => readonly string[]) =>
  updates(() => async ({ mask, key, chosen, send }) => {
    const old = Object.fromEntries(writes(mask).map((path) => [path, key[path]]));
    await sleep(LATENCY_MS);
    return send({ ...old, ...chosen });
  });

/** A faulty server that does not perform an update of a key while another update of the same key is in progress. */
const locks = (reply: (key: JsonObject) => FaultyResponse) =>
  updates(() => {
    const busy = new Set<unknown>();
    return async ({ key, perform }) => {
      if (busy.has(key.id)) return reply(key);
      busy.add(key.id);
      await sleep(LOCKED_MS);
      return perform().finally(() => busy.delete(key.id));
    };
  });

/**
 * A faulty server that restores the first value of one field (`active` or `label`) when an update changes the other
 * field.
 */
const restores = (path: 'label' | 'active') =>
  updates(() => {
    const originals = new Map<unknown, unknown>();
    return async ({ key, chosen, send }) => {
      if (!originals.has(key.id)) originals.set(key.id, key[path]);
      return send({ [path]: originals.get(key.id), ...chosen });
    };
  });

const isChange = ({ key, chosen }: ValidUpdate) => Object.entries(chosen).some(([path, value]) => key[path] !== value);

/** Defects of the effect of an update, which break the requirements D42 to D48. */
export const jwtKeyHistory: readonly Defect[] = [
  defect('label-goes-back', 'D42 D46', 'An update of `active` of a JWT key restores the first label.').does(
    restores('label'),
  ),
  defect('label-goes-back-later', 'D46', 'The server restores the old label of a JWT key 800 ms after an update.').does(
    updates(() => {
      const counts = new Map<unknown, number>();
      const labels = new Map<unknown, unknown>();
      return async ({ mask, key, perform, send }) => {
        const count = (counts.get(key.id) ?? 0) + 1;
        counts.set(key.id, count);
        const shown = await perform();
        if (mask.includes('label')) labels.set(key.id, key.label);
        const goBack = async () => {
          if (counts.get(key.id) === count && labels.has(key.id)) await send({ label: labels.get(key.id) });
        };
        // A delay of 800 ms is longer than a case, and shorter than the pause of 1100 ms before the suite reads all
        // keys at the end. If the run ends before the server restores the label, the restoration fails, and the defect
        // ignores this error.
        sleep(800)
          .then(goBack)
          .catch(() => undefined);
        return shown;
      };
    }),
  ),
  defect('active-goes-back', 'D42 D46', 'An update of `label` of a JWT key restores the first value of `active`.').does(
    restores('active'),
  ),
  defect(
    'deactivation-is-not-stored',
    'D42 D46',
    'The response to an update shows the new value false of `active`, but the server does not store the value.',
  ).does(
    updates(() => async ({ perform, send }) => {
      const shown = await perform();
      if (jsonOf(shown)?.active === false) await send({ active: true });
      return shown;
    }),
  ),
  defect(
    'label-beside-active-is-not-stored',
    'D46 D47',
    'An update of `label` and `active` stores only `active`.',
  ).does(
    updates(() => async ({ mask, key, perform, send }) => {
      const shown = await perform();
      if (mask.includes('label') && mask.includes('active')) await send({ label: key.label });
      return shown;
    }),
  ),
  defect(
    'update-writes-everything',
    'D47',
    'An update reads a JWT key and writes both `label` and `active`, so a concurrent update is lost.',
  ).does(overwrites(() => ['label', 'active'])),
  defect(
    'deactivation-writes-the-label',
    'D47',
    'An update of `active` reads `label` and writes it again, so a concurrent update of `label` is lost.',
  ).does(overwrites((mask) => (mask.includes('active') ? ['label'] : []))),
  defect(
    'renaming-writes-active',
    'D47',
    'An update of `label` reads `active` and writes it again, so a concurrent update of `active` is lost.',
  ).does(overwrites((mask) => (mask.includes('label') ? ['active'] : []))),
  defect(
    'active-is-toggled',
    'D42 D46',
    'An update of `active` inverts the stored value instead of storing the new value.',
  ).does(
    updates(
      () =>
        async ({ mask, key, chosen, perform, send }) =>
          mask.includes('active') ? send({ ...chosen, active: !key.active }) : perform(),
    ),
  ),
  defect('key-is-not-activated-again', 'D42 D46', 'A JWT key that is inactive stays inactive after each update.').does(
    updates(
      () =>
        async ({ key, chosen, perform, send }) =>
          key.active === false ? send({ ...chosen, active: false }) : perform(),
    ),
  ),
  defect(
    'concurrent-update-is-a-conflict',
    'D47',
    'The server responds with 409 to the second of two concurrent updates of a JWT key.',
  ).does(locks(() => problem(409, 'The key is being updated.'))),
  defect(
    'concurrent-update-is-skipped',
    'D47',
    'The second of two concurrent updates of a JWT key gets a 200, but has no effect.',
  ).does(locks((key) => answer(200, key))),
  defect(
    'path-twice-changes-nothing',
    'D48',
    'An update whose mask names a field twice gets a 200, but has no effect.',
  ).does(
    updates(
      () =>
        async ({ mask, key, perform }) =>
          new Set(mask).size < mask.length ? answer(200, key) : perform(),
    ),
  ),
  defect(
    'active-named-twice-is-switched-back',
    'D48',
    'An update whose mask names `active` twice inverts the value twice.',
  ).does(
    updates(
      () =>
        async ({ mask, key, perform }) =>
          mask.filter((path) => path === 'active').length > 1 ? answer(200, key) : perform(),
    ),
  ),
  defect('deactivated-key-is-gone', 'D40 D42 D46', 'The server does not find a JWT key that is inactive.').does(
    updates(() => {
      const gone = new Set<unknown>();
      return async ({ key, chosen, perform }) => {
        if (gone.has(key.id)) return problem(404, 'This key does not exist.');
        if (chosen.active === false) gone.add(key.id);
        return perform();
      };
    }),
  ),
  defect(
    'update-gives-another-id',
    'D40 D44 D46 D53',
    'Each update changes the `id` of the JWT key, and the server no longer finds the key by its old `id`.',
  ).does(() => {
    /** Map from the changed ID of a key to its first ID. */
    const first = new Map<string, string>();
    const left = new Set<string>();
    return async (request, forward) => {
      if (!isOf(request, 'updateJwtKey')) return forward(request);
      const id = segmentOf(request, 'jwt-keys');
      const own = left.has(id) ? randomUUID() : (first.get(id) ?? id);
      const reply = await forward(withSegment(request, 'jwt-keys', own));
      const shown = jsonOf(reply);
      if (reply.status !== 200 || !shown) return reply;
      const next = randomUUID();
      first.set(next, first.get(id) ?? id);
      left.add(id);
      return withJson(reply, { ...shown, id: next });
    };
  }),
  defect(
    'label-of-another-key-is-a-conflict',
    'D40 D42 D45',
    'An update to the `label` of another JWT key of the project fails with 409.',
  ).does(
    updates(() => async ({ key, chosen, forward, perform }) => {
      const { jwtKeys } = await stateOf(forward);
      const isTaken = jwtKeys.some(({ id, label }) => id !== key.id && label === chosen.label);
      return isTaken ? problem(409) : perform();
    }),
  ),
  defect(
    'update-by-label',
    'D42 D46',
    'An update of a JWT key also changes every key of the project with the same label.',
  ).does(
    updates(() => async ({ key, chosen, request, forward, perform }) => {
      const { jwtKeys } = await stateOf(forward);
      const shown = await perform();
      for (const { id, label, projectId } of jwtKeys) {
        const isAlike = id !== key.id && label === key.label && projectId === key.projectId;
        if (isAlike) await sendUpdate(withSegment(request, 'jwt-keys', String(id)), forward, chosen);
      }
      return shown;
    }),
  ),
  defect(
    'update-without-a-change-is-none',
    'D44',
    'An update that sets the current values again does not change `updateTime`.',
  ).does(updates(() => async (update) => (isChange(update) ? update.perform() : answer(200, update.key)))),
  defect(
    'update-without-a-change-is-none-by-the-second',
    'D44',
    'An update that sets the current values again does not change `updateTime`, and the times of a JWT key have whole seconds.',
  ).does(
    updates(() => {
      const shown = new Map<unknown, unknown>();
      const second = (time: unknown) => `${String(time).slice(0, 19)}Z`;
      return async (update) => {
        const { id } = update.key;
        const reply = await update.perform();
        if (reply.status !== 200) return reply;
        const { createTime, updateTime, ...rest } = jsonOf(reply) ?? {};
        const moved = isChange(update) ? second(updateTime) : (shown.get(id) ?? second(createTime));
        shown.set(id, moved);
        return withJson(reply, { ...rest, createTime: second(createTime), updateTime: moved });
      };
    }),
  ),
  defect(
    'second-project-has-no-masks',
    'D42',
    'In the second project, updateJwtKey ignores the mask and changes all fields in `jwtKey`.',
  ).does(() => async (request, forward) => {
    const update = projectIdOf(request) === OTHER_PROJECT.id ? validUpdate(request) : undefined;
    const known = Object.entries(update?.values ?? {}).filter(([name]) => ['label', 'active'].includes(name));
    return update ? sendUpdate(request, forward, Object.fromEntries(known)) : forward(request);
  }),
  defect(
    'first-label-counts-as-unchanged',
    'D46',
    'updateJwtKey shows the label of the registration, but does not store it, since it compares the label only with this label.',
  ).does(() => {
    const first = new Map<string, unknown>();
    const handle = updates(() => async ({ chosen, key, request, perform, send }) => {
      const kid = segmentOf(request, 'jwt-keys');
      if (!first.has(kid)) first.set(kid, key.label);
      if (!('label' in chosen) || chosen.label !== first.get(kid)) return perform();
      const reply = await send({ active: chosen.active ?? key.active });
      return withJson(reply, { ...jsonOf(reply), label: chosen.label });
    });
    return handle();
  }),
  defect(
    'clock-under-the-name-is-late',
    'D44',
    "Under the project's name, another server updates JWT keys; its clock is two seconds late.",
  ).does(
    updates(() => async ({ request, perform }) => {
      const reply = await perform();
      const shown = jsonOf(reply) ?? {};
      if (projectIdOf(request) === segmentOf(request, 'projects')) return reply;
      const late = new Date(Date.parse(String(shown.updateTime)) - 2000).toISOString();
      return withJson(reply, { ...shown, updateTime: late });
    }),
  ),
  defect(
    'last-active-key-stays-active',
    'D42',
    'updateJwtKey rejects the deactivation of the last active JWT key of a project.',
  ).does(
    updates(() => async ({ chosen, key, forward, perform }) => {
      if (chosen.active !== false) return perform();
      const { jwtKeys } = await stateOf(forward);
      const isOther = (one: JsonObject) => one.projectId === key.projectId && one.active && one.id !== key.id;
      return jwtKeys.some(isOther) ? perform() : problem(422);
    }),
  ),
];
