import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse, Forward } from './defect.ts';
import { answer, isOf, jsonOf, problem, segmentOf, stateOf, withJson, withSegment } from './messages.ts';
import { keyOf, sendUpdate, type Update, updateOf, validUpdate } from './update.ts';

interface ValidUpdate extends Update {
  /** The key as it is before. */
  readonly key: JsonObject;
  readonly request: FaultyRequest;
  readonly forward: Forward;
}

type Handle = (update: ValidUpdate) => Promise<FaultyResponse>;

/** A behaviour of the updates that succeed; all others go through. */
function handles(handle: () => Handle): () => Behaviour {
  return () => {
    const ofUpdate = handle();
    return async (request, forward) => {
      const update = validUpdate(request);
      const key = update && (await keyOf(request, forward, 'in its project'));
      return key ? ofUpdate({ ...update, key, request, forward }) : forward(request);
    };
  };
}

const chosen = (update: Update) =>
  Object.fromEntries(update.mask.map((path) => [String(path), update.values[String(path)]]));

/** Longer than two requests are apart. */
const LATENCY_MS = 30;
/** Longer than two requests that are sent together are apart, shorter than two cases that share a key. */
const LOCKED_MS = 8;

/** Reads the key, thinks, and writes back all of what `writes` names: what came in between is lost. */
function overwrites(writes: (mask: readonly unknown[]) => readonly string[]): () => Handle {
  return () => async (update) => {
    const old = Object.fromEntries(writes(update.mask).map((path) => [path, update.key[path]]));
    await sleep(LATENCY_MS);
    return sendUpdate(update.request, update.forward, { ...old, ...chosen(update) });
  };
}

/** A second update of a key while the first goes on is refused. */
function locks(): Handle {
  const busy = new Set<unknown>();
  return async ({ key, request, forward }) => {
    if (busy.has(key.id)) return problem(409, 'The key is being updated.');
    busy.add(key.id);
    await sleep(LOCKED_MS);
    return forward(request).finally(() => busy.delete(key.id));
  };
}

/** A second update of a key while the first goes on is answered with the key as it is, and not done. */
function skips(): Handle {
  const busy = new Set<unknown>();
  return async ({ key, request, forward }) => {
    if (busy.has(key.id)) return answer(200, key);
    busy.add(key.id);
    await sleep(LOCKED_MS);
    return forward(request).finally(() => busy.delete(key.id));
  };
}

/** A field that goes back to what it was at first, with each update of the other. */
function restores(path: 'label' | 'active'): () => Handle {
  return () => {
    const originals = new Map<unknown, unknown>();
    return async (update) => {
      const { key, request, forward } = update;
      if (!originals.has(key.id)) originals.set(key.id, key[path]);
      return sendUpdate(request, forward, { [path]: originals.get(key.id), ...chosen(update) });
    };
  };
}

const MINUTE_MS = 60_000;

type HistoryRow = readonly [name: string, description: string, breaks: readonly string[], create: () => Behaviour];

const HISTORY: readonly HistoryRow[] = [
  [
    'label-goes-back',
    'An update of `active` brings back the label of the registration.',
    ['D42', 'D46'],
    handles(restores('label')),
  ],
  [
    'label-goes-back-later',
    'A label that an update set goes back to the one before, once nobody has updated the key for a moment.',
    ['D46'],
    handles(() => {
      const updates = new Map<unknown, number>();
      const labels = new Map<unknown, unknown>();
      return async ({ mask, key, request, forward }) => {
        const update = (updates.get(key.id) ?? 0) + 1;
        updates.set(key.id, update);
        const shown = await forward(request);
        if (mask.includes('label')) labels.set(key.id, key.label);
        const goBack = async () => {
          if (updates.get(key.id) === update && labels.has(key.id))
            await sendUpdate(request, forward, { label: labels.get(key.id) });
        };
        // By then the run may be over.
        sleep(200)
          .then(goBack)
          .catch(() => undefined);
        return shown;
      };
    }),
  ],
  ['active-goes-back', 'An update of `label` makes the key active again.', ['D42', 'D46'], handles(restores('active'))],
  [
    'deactivation-is-not-stored',
    'An update shows `active` false, and does not store it.',
    ['D42', 'D46'],
    handles(() => async ({ request, forward }) => {
      const shown = await forward(request);
      if (jsonOf(shown)?.active === false) await sendUpdate(request, forward, { active: true });
      return shown;
    }),
  ],
  [
    'label-beside-active-is-not-stored',
    'An update of both shows the label, and stores `active` alone.',
    ['D46'],
    handles(() => async ({ mask, key, request, forward }) => {
      const shown = await forward(request);
      if (mask.includes('label') && mask.includes('active')) await sendUpdate(request, forward, { label: key.label });
      return shown;
    }),
  ],
  [
    'update-writes-everything',
    'An update reads the key, and writes all of it back.',
    ['D47'],
    handles(overwrites(() => ['label', 'active'])),
  ],
  [
    'deactivation-writes-the-label',
    'An update of `active` reads the label, and writes it back.',
    ['D47'],
    handles(overwrites((mask) => (mask.includes('active') ? ['label'] : []))),
  ],
  [
    'renaming-writes-active',
    'An update of `label` reads `active`, and writes it back.',
    ['D47'],
    handles(overwrites((mask) => (mask.includes('label') ? ['active'] : []))),
  ],
  [
    'active-is-toggled',
    'An update of `active` switches it, whatever its value.',
    ['D42', 'D46'],
    handles(() => async ({ mask, key, request, forward, ...update }) => {
      const active = !key.active;
      return mask.includes('active')
        ? sendUpdate(request, forward, { ...chosen({ mask, ...update }), active })
        : forward(request);
    }),
  ],
  [
    'key-is-not-activated-again',
    'A key that is not active stays so.',
    ['D42', 'D46'],
    handles(() => async ({ mask, key, request, forward, ...update }) => {
      return key.active === false
        ? sendUpdate(request, forward, { ...chosen({ mask, ...update }), active: false })
        : forward(request);
    }),
  ],
  ['concurrent-update-is-a-conflict', 'Of two concurrent updates one is refused with 409.', ['D47'], handles(locks)],
  [
    'concurrent-update-is-skipped',
    'Of two concurrent updates one is answered as if it was done.',
    ['D47'],
    handles(skips),
  ],
  [
    'path-twice-changes-nothing',
    'An update whose mask names a path twice is answered as if it was done.',
    ['D48'],
    handles(() => async ({ mask, key, request, forward }) => {
      return new Set(mask).size < mask.length ? answer(200, key) : forward(request);
    }),
  ],
  [
    'active-named-twice-is-switched-back',
    'An update whose mask names `active` twice switches it to and fro.',
    ['D48'],
    handles(() => async ({ mask, key, request, forward }) => {
      return mask.filter((path) => path === 'active').length > 1 ? answer(200, key) : forward(request);
    }),
  ],
  [
    'deactivated-key-is-gone',
    'A key that is not active is not found.',
    ['D42', 'D46'],
    handles(() => {
      const gone = new Set<unknown>();
      return async ({ key, request, forward, ...update }) => {
        if (gone.has(key.id)) return problem(404, 'There is no such key.');
        if (chosen(update).active === false) gone.add(key.id);
        return forward(request);
      };
    }),
  ],
  [
    'update-gives-another-id',
    'Each update gives the key another id, under which alone it is found.',
    ['D44'],
    () => {
      /** Of the ids that updates gave. */
      const first = new Map<string, string>();
      const left = new Set<string>();
      return async (request, forward) => {
        if (!isOf(request, 'updateJwtKey')) return forward(request);
        const id = segmentOf(request, 'jwt-keys');
        const reply = await forward(
          withSegment(request, 'jwt-keys', left.has(id) ? randomUUID() : (first.get(id) ?? id)),
        );
        const shown = jsonOf(reply);
        if (reply.status !== 200 || !shown) return reply;
        const next = randomUUID();
        first.set(next, first.get(id) ?? id);
        left.add(id);
        return withJson(reply, { ...shown, id: next });
      };
    },
  ],
  [
    'update-by-label',
    'An update is written to every key of the project that has the label of the one that it names.',
    ['D42'],
    handles(() => async ({ key, request, forward, ...update }) => {
      const { jwtKeys } = await stateOf(forward);
      const alike = jwtKeys.filter(({ label, projectId }) => label === key.label && projectId === key.projectId);
      const shown = await forward(request);
      for (const { id } of alike.filter((other) => other.id !== key.id))
        await sendUpdate(withSegment(request, 'jwt-keys', String(id)), forward, chosen(update));
      return shown;
    }),
  ],
  [
    'refused-update-in-part',
    'Of a mask with and without values, what has a value is taken before the update is refused.',
    ['D43'],
    () => async (request, forward) => {
      const reply = await forward(request);
      const { mask = [], values = {} } = updateOf(jsonOf(request)) ?? {};
      const [first] = mask;
      const value = values[String(first)];
      if (reply.status === 422 && value !== undefined) await sendUpdate(request, forward, { [String(first)]: value });
      return reply;
    },
  ],
  [
    'impossible-update-counts-as-one',
    'An update without a value is refused after `updateTime` was moved, ahead of all updates.',
    ['D43'],
    () => {
      const ahead = new Map<string, number>();
      return async (request, forward) => {
        const reply = await forward(request);
        const kid = segmentOf(request, 'jwt-keys');
        if (reply.status === 422) ahead.set(kid, (ahead.get(kid) ?? 0) + MINUTE_MS);
        const shown = jsonOf(reply);
        if (ahead.get(kid) === undefined || shown?.updateTime === undefined) return reply;
        const updateTime = new Date(Date.parse(String(shown.updateTime)) + (ahead.get(kid) ?? 0)).toISOString();
        return withJson(reply, { ...shown, updateTime });
      };
    },
  ],
  [
    'update-without-a-change-is-none',
    'An update to the values that the key has does not move `updateTime`.',
    ['D44'],
    handles(() => async (update) => {
      const { key, request, forward } = update;
      const isChange = Object.entries(chosen(update)).some(([path, value]) => key[path] !== value);
      return isChange ? forward(request) : answer(200, key);
    }),
  ],
  [
    'update-without-a-change-is-none-by-the-second',
    'Times are whole seconds, and an update to the values that the key has does not move `updateTime`.',
    ['D44'],
    handles(() => {
      const shown = new Map<unknown, unknown>();
      const second = (time: unknown) => `${String(time).slice(0, 19)}Z`;
      return async (update) => {
        const { key, request, forward } = update;
        const isChange = Object.entries(chosen(update)).some(([path, value]) => key[path] !== value);
        const reply = await forward(request);
        const { createTime, updateTime, ...rest } = jsonOf(reply) ?? {};
        const moved = isChange ? second(updateTime) : (shown.get(key.id) ?? second(createTime));
        shown.set(key.id, moved);
        return withJson(reply, { ...rest, createTime: second(createTime), updateTime: moved });
      };
    }),
  ],
  [
    'long-label-refused-in-part',
    'An update whose label is too long is refused after `active` was taken.',
    ['D42', 'D45'],
    () => async (request, forward) => {
      const reply = await forward(request);
      const { mask = [], values = {} } = updateOf(jsonOf(request)) ?? {};
      const isPart = mask.includes('active') && mask.includes('label') && String(values.label).length > 255;
      if (reply.status === 400 && isPart) await sendUpdate(request, forward, { active: values.active });
      return reply;
    },
  ],
  [
    'invalid-update-in-part',
    'A mask with `name` is refused after its other fields were taken.',
    ['D41'],
    () => async (request, forward) => {
      const reply = await forward(request);
      const { mask = [], values = {} } = updateOf(jsonOf(request)) ?? {};
      const isPart = mask.includes('name') && mask.includes('label') && values.label !== undefined;
      if (reply.status === 400 && isPart) await sendUpdate(request, forward, { label: values.label });
      return reply;
    },
  ],
  [
    'stranger-update-done',
    "An update of another project's key is answered with 404, and done.",
    ['D07'],
    () => async (request, forward) => {
      const reply = await forward(request);
      const key = reply.status === 404 && validUpdate(request) ? await keyOf(request, forward, 'anywhere') : undefined;
      if (key) await forward({ ...request, path: `/v1/projects/${key.projectId}/jwt-keys/${key.id}` });
      return reply;
    },
  ],
];

/** Defects of what becomes of an update: D07, D41 to D43, D46 and D47. */
export const jwtKeyHistory: readonly Defect[] = HISTORY.map(([name, description, breaks, create]) => ({
  name,
  description,
  breaks,
  create,
}));
