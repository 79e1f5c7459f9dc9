import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest, FaultyResponse, Forward } from './defect.ts';
import {
  answer,
  answersWith,
  changesAnswer,
  changesSuccess,
  isOf,
  jsonOf,
  problem,
  segmentOf,
  shows,
  withJson,
  without,
  withType,
} from './messages.ts';
import { sendUpdate, storedKey, type Update, updateOf, validUpdate } from './update.ts';

const UPDATE = 'updateJwtKey';

type ShownRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  change: (key: JsonObject, request: FaultyRequest) => unknown,
];

const local = (time: unknown) => String(time).replace('Z', '');
const millis = (time: unknown) => Date.parse(String(time));
const maskOf = (request: FaultyRequest) => updateOf(jsonOf(request))?.mask ?? [];
const valuesOf = (request: FaultyRequest) => updateOf(jsonOf(request))?.values ?? {};

/** Keys that an update shows otherwise than they are. */
const SHOWN: readonly ShownRow[] = [
  ['key-without-create-time', 'An update shows no `createTime`.', ['D40'], (key) => without(key, 'createTime')],
  ['key-without-project', 'An update shows no `projectId`.', ['D40'], (key) => without(key, 'projectId')],
  ['key-without-pem', 'An update shows no `publicKeyPem`.', ['D40'], (key) => without(key, 'publicKeyPem')],
  ['key-in-an-envelope', 'An update shows the key as `jwtKey`.', ['D11', 'D40'], (key) => ({ jwtKey: key })],
  ['key-with-a-fingerprint', 'An update shows a `fingerprint`.', ['D11'], (key) => ({ ...key, fingerprint: 'c0ffee' })],
  [
    'key-times-without-offset',
    'The times of a key have no offset.',
    ['D13'],
    (key) => ({ ...key, createTime: local(key.createTime), updateTime: local(key.updateTime) }),
  ],
  [
    'key-times-are-numbers',
    'The times of a key are in milliseconds since 1970.',
    ['D13'],
    (key) => ({ ...key, createTime: millis(key.createTime), updateTime: millis(key.updateTime) }),
  ],
  [
    'key-times-with-a-space',
    'The times of a key have a space in place of T and no offset, as the database prints them.',
    ['D13'],
    (key) => ({ ...key, updateTime: local(key.updateTime).replace('T', ' ') }),
  ],
  ['update-time-stands', '`updateTime` is `createTime`.', ['D44'], (key) => ({ ...key, updateTime: key.createTime })],
  ['create-time-drifts', '`createTime` is `updateTime`.', ['D44'], (key) => ({ ...key, createTime: key.updateTime })],
  [
    'create-time-drifts-with-the-label',
    '`createTime` moves when the label changes: the record is made anew.',
    ['D44'],
    (key, request) => (maskOf(request).includes('label') ? { ...key, createTime: key.updateTime } : key),
  ],
  [
    'create-time-from-the-request',
    '`createTime` is taken from `jwtKey` where it holds one.',
    ['D44'],
    (key, request) => ({ ...key, createTime: valuesOf(request).createTime ?? key.createTime }),
  ],
  [
    'key-from-the-request',
    'A `publicKeyPem` in `jwtKey` that is a key replaces the registered one.',
    ['D44'],
    (key, request) => {
      const { publicKeyPem } = valuesOf(request);
      return String(publicKeyPem).includes('-----BEGIN') ? { ...key, publicKeyPem } : key;
    },
  ],
  [
    'pem-is-normalised-with-the-label',
    'An update of the label strips the white space around `publicKeyPem`.',
    ['D44'],
    (key, request) =>
      maskOf(request).includes('label') ? { ...key, publicKeyPem: String(key.publicKeyPem).trim() } : key,
  ],
  [
    'id-changes-with-each-update',
    'Each update makes a new version of the key under an `id` of its own.',
    ['D44', 'D53'],
    (key) => ({ ...key, id: String(key.id).slice(0, -3) + String(millis(key.updateTime) % 1000).padStart(3, '0') }),
  ],
];

/** The `updateTime` that the last answer of a key showed. */
function updateTimeStandsFor(stands: (mask: readonly unknown[]) => boolean): () => Behaviour {
  return () => {
    const shown = new Map<unknown, unknown>();
    return changesSuccess(UPDATE, (key, request) => {
      const previous = shown.get(key.id) ?? key.createTime;
      const updateTime = stands(maskOf(request)) ? previous : key.updateTime;
      shown.set(key.id, updateTime);
      return { ...key, updateTime };
    })();
  };
}

/** Every second answer of a key comes from a replica whose clock is slow. */
function clocksDiffer(): Behaviour {
  let count = 0;
  return shows(UPDATE, 'updateTime', (time) => {
    count++;
    return count % 2 === 0 ? time : new Date(millis(time) - 5000).toISOString();
  })();
}

type Handle = (update: Update, request: FaultyRequest, forward: Forward) => Promise<FaultyResponse>;

/** A behaviour of valid updates; all else goes through. */
function handles(handle: () => Handle): () => Behaviour {
  return () => {
    const ofUpdate = handle();
    return async (request, forward) => {
      const update = validUpdate(request);
      return update ? ofUpdate(update, request, forward) : forward(request);
    };
  };
}

const chosen = (update: Update) =>
  Object.fromEntries(update.mask.map((path) => [String(path), update.values[String(path)]]));

/** Longer than two requests are apart. */
const LATENCY_MS = 30;

/** Reads the key, thinks, and writes back all of what `writes` names: what came in between is lost. */
function overwrites(writes: (mask: readonly unknown[]) => readonly string[]): () => Handle {
  return () => async (update, request, forward) => {
    const key = await storedKey(request, forward);
    if (!key) return forward(request);
    await sleep(LATENCY_MS);
    const old = Object.fromEntries(writes(update.mask).map((path) => [path, key[path]]));
    return sendUpdate(request, forward, { ...old, ...chosen(update) });
  };
}

/** A second update of a key while the first goes on is refused. */
function locks(): Handle {
  const busy = new Set<string>();
  return async (_update, request, forward) => {
    const kid = segmentOf(request, 'jwt-keys');
    if (busy.has(kid)) return problem(409, 'The key is being updated.');
    busy.add(kid);
    await sleep(LATENCY_MS);
    return forward(request).finally(() => busy.delete(kid));
  };
}

/** Values that do not last. */
function restores(path: 'label' | 'active', original: (key: JsonObject) => unknown): () => Handle {
  return () => {
    const originals = new Map<unknown, unknown>();
    return async (update, request, forward) => {
      const key = await storedKey(request, forward);
      const kid = segmentOf(request, 'jwt-keys');
      if (key && !originals.has(kid)) originals.set(kid, original(key));
      const values = chosen(update);
      return sendUpdate(request, forward, path in values ? values : { ...values, [path]: originals.get(kid) });
    };
  };
}

type HistoryRow = readonly [name: string, description: string, breaks: readonly string[], create: () => Behaviour];

const HISTORY: readonly HistoryRow[] = [
  [
    'update-time-stands-for-active',
    '`updateTime` stands when `active` alone changes.',
    ['D44'],
    updateTimeStandsFor((mask) => mask.length === 1 && mask[0] === 'active'),
  ],
  [
    'update-time-stands-for-label',
    '`updateTime` stands when `label` alone changes.',
    ['D44'],
    updateTimeStandsFor((mask) => mask.length === 1 && mask[0] === 'label'),
  ],
  ['update-time-of-two-clocks', 'Two replicas tell `updateTime` by clocks that differ.', ['D44'], clocksDiffer],
  [
    'label-goes-back',
    'An update of `active` brings back the label of the registration.',
    ['D42', 'D46', 'D47'],
    handles(restores('label', ({ label }) => label)),
  ],
  [
    'active-goes-back',
    'An update of `label` makes the key active again.',
    ['D42', 'D46', 'D47'],
    handles(restores('active', () => true)),
  ],
  [
    'deactivation-is-not-stored',
    'An update shows `active` false, and does not store it.',
    ['D46', 'D47'],
    handles(() => async (_update, request, forward) => {
      const shown = await forward(request);
      if (jsonOf(shown)?.active === false) await sendUpdate(request, forward, { active: true });
      return shown;
    }),
  ],
  [
    'update-shows-the-old-key',
    'An update shows the key as it was before, but for `updateTime`.',
    ['D42'],
    handles(() => async (_update, request, forward) => {
      const before = await storedKey(request, forward);
      const shown = await forward(request);
      const { label, active } = before ?? {};
      return shown.status === 200 ? withJson(shown, { ...jsonOf(shown), label, active }) : shown;
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
  ['concurrent-update-is-a-conflict', 'Of two concurrent updates one is refused with 409.', ['D47'], handles(locks)],
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
      const key = reply.status === 404 && validUpdate(request) ? await storedKey(request, forward) : undefined;
      if (key) await forward({ ...request, path: `/v1/projects/${key.projectId}/jwt-keys/${key.id}` });
      return reply;
    },
  ],
  ['update-is-202', 'updateJwtKey succeeds with 202.', ['D40'], answersWith(UPDATE, 200, 202)],
  [
    'update-is-204',
    'updateJwtKey succeeds with 204 and no body.',
    ['D40'],
    changesAnswer(
      (request, { status }) => isOf(request, UPDATE) && status === 200,
      () => answer(204),
    ),
  ],
  [
    'update-is-answered-in-text',
    'updateJwtKey answers JSON as text/html.',
    ['D40'],
    changesAnswer(
      (request, { status }) => isOf(request, UPDATE) && status === 200,
      (reply) => withType(reply, 'text/html'),
    ),
  ],
];

/** Defects of what an update shows and what becomes of it: D07, D11, D13, D40 to D44, D46 and D47. */
export const jwtKeyHistory: readonly Defect[] = [
  ...SHOWN.map(([name, description, breaks, change]) => ({
    name,
    description,
    breaks,
    create: changesSuccess(UPDATE, change),
  })),
  ...HISTORY.map(([name, description, breaks, create]) => ({ name, description, breaks, create })),
];
