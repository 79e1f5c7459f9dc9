import type { JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect, FaultyRequest } from './defect.ts';
import {
  answer,
  answersWith,
  changesAnswer,
  changesSuccess,
  isOf,
  jsonOf,
  refusesValid,
  shows,
  without,
  withType,
} from './messages.ts';
import { updateOf } from './update.ts';

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
  [
    'update-echoes-the-request',
    'An update shows all of `jwtKey`, named in the mask or not, though it does not take it.',
    ['D42', 'D46'],
    (key, request) => {
      const { label = key.label, active = key.active } = valuesOf(request);
      return { ...key, label, active };
    },
  ],
  ['update-time-stands', '`updateTime` is `createTime`.', ['D44'], (key) => ({ ...key, updateTime: key.createTime })],
  [
    'update-time-stands-with-a-space',
    'Times have a space in place of T, as they may; but `updateTime` is `createTime`.',
    ['D44'],
    ({ createTime, ...key }) => {
      const time = String(createTime).replace('T', ' ');
      return { ...key, createTime: time, updateTime: time };
    },
  ],
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

/** From its second update on, a key shows the PEM of the first key of all. */
function pemChanges(): Behaviour {
  let first: unknown;
  const updates = new Map<unknown, number>();
  return changesSuccess(UPDATE, (key) => {
    first ??= key.publicKeyPem;
    const count = (updates.get(key.id) ?? 0) + 1;
    updates.set(key.id, count);
    return count > 1 ? { ...key, publicKeyPem: first } : key;
  })();
}

type BehaviourRow = readonly [name: string, description: string, breaks: readonly string[], create: () => Behaviour];

const BEHAVIOURS: readonly BehaviourRow[] = [
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
  [
    'pem-of-another-key-from-the-second-update',
    'From its second update on, a key shows the PEM of another.',
    ['D44'],
    pemChanges,
  ],
  ['update-time-of-two-clocks', 'Two replicas tell `updateTime` by clocks that differ.', ['D44'], clocksDiffer],
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
  ['updates-are-refused', 'Every update is refused with 422.', ['D40'], refusesValid(UPDATE, 422)],
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

/** Defects of what an update shows: D11, D13, D40, D42, D44 and D53. */
export const jwtKeyAnswers: readonly Defect[] = [
  ...SHOWN.map(([name, description, breaks, change]) => ({
    name,
    description,
    breaks,
    create: changesSuccess(UPDATE, change),
  })),
  ...BEHAVIOURS.map(([name, description, breaks, create]) => ({ name, description, breaks, create })),
];
