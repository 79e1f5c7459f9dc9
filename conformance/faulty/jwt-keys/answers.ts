import type { JsonObject } from '../../../src/contract/json.ts';
import type { Defect, FaultyRequest } from '../defect.ts';
import { jsonOf } from '../json-message.ts';
import { answer, withType } from '../messages.ts';
import { defect, lacks, rejectsAll, shows, showsBody, succeeds, succeedsWith } from '../row.ts';
import { updateOf } from './update.ts';

const UPDATE = 'updateJwtKey';

const local = (time: unknown) => String(time).replace('Z', '');
const millis = (time: unknown) => Date.parse(String(time));
const maskOf = (request: FaultyRequest) => updateOf(jsonOf(request))?.mask ?? [];
const valuesOf = (request: FaultyRequest) => updateOf(jsonOf(request))?.values ?? {};

/** A copy of a JWT key with changed timestamps. */
const withTimes = (change: (time: unknown) => unknown) => (key: JsonObject) => ({
  ...key,
  createTime: change(key.createTime),
  updateTime: change(key.updateTime),
});

/** A faulty server that does not change `updateTime` in an update of only the given property. */
const updateTimeStands = (name: string, property: 'active' | 'label') =>
  defect(name, 'D44', `\`updateTime\` of a JWT key does not change in an update of only \`${property}\`.`).does(() => {
    const shown = new Map<unknown, unknown>();
    return showsBody(UPDATE, (key, request) => {
      const mask = maskOf(request);
      const stands = mask.length === 1 && mask[0] === property;
      const updateTime = stands ? (shown.get(key.id) ?? key.createTime) : key.updateTime;
      shown.set(key.id, updateTime);
      return { ...key, updateTime };
    })();
  });

/**
 * Defects of the JWT key in the response to an update, which break the requirements D11, D13, D40, D42, D44 and D53.
 */
export const jwtKeyAnswers: readonly Defect[] = [
  defect('key-without-create-time', 'D40', 'A JWT key in a response has no `createTime`.').does(
    lacks(UPDATE, 'createTime'),
  ),
  defect('key-without-project', 'D40', 'A JWT key in a response has no `projectId`.').does(lacks(UPDATE, 'projectId')),
  defect('key-without-pem', 'D40', 'A JWT key in a response has no `publicKeyPem`.').does(
    lacks(UPDATE, 'publicKeyPem'),
  ),
  defect(
    'key-in-an-envelope',
    'D11 D40',
    'The response to an update of a JWT key contains the key in a property `jwtKey`.',
  ).does(
    showsBody(UPDATE, (jwtKey) => ({
      jwtKey,
    })),
  ),
  defect('key-with-a-fingerprint', 'D11', 'A JWT key in a response has an additional property `fingerprint`.').does(
    shows(UPDATE, 'fingerprint', () => 'c0ffee'),
  ),
  defect('key-times-without-offset', 'D13', 'The times of a JWT key have no UTC offset.').does(
    showsBody(UPDATE, withTimes(local)),
  ),
  defect('key-times-are-numbers', 'D13', 'The times of a JWT key are numbers of milliseconds since 1970.').does(
    showsBody(UPDATE, withTimes(millis)),
  ),
  defect('key-times-with-a-space', 'D13', '`updateTime` of a JWT key has a space instead of T and no UTC offset.').does(
    shows(UPDATE, 'updateTime', (time) => local(time).replace('T', ' ')),
  ),
  defect(
    'update-echoes-the-request',
    'D42 D46',
    'The response to an update shows values that the mask does not name and that the server does not store.',
  ).does(
    showsBody(UPDATE, (key, request) => {
      const { label = key.label, active = key.active } = valuesOf(request);
      return { ...key, label, active };
    }),
  ),
  defect('update-time-stands', 'D44', '`updateTime` is always `createTime`.').does(
    showsBody(UPDATE, (key) => ({
      ...key,
      updateTime: key.createTime,
    })),
  ),
  defect(
    'update-time-stands-with-a-space',
    'D44',
    '`updateTime` of a JWT key is always `createTime`, written with a space instead of T.',
  ).does(showsBody(UPDATE, (key) => withTimes(() => String(key.createTime).replace('T', ' '))(key))),
  defect('create-time-drifts', 'D44', '`createTime` is always `updateTime`.').does(
    showsBody(UPDATE, (key) => ({
      ...key,
      createTime: key.updateTime,
    })),
  ),
  defect(
    'create-time-loses-microseconds',
    'D44',
    'The first response of updateJwtKey shows `createTime` with microseconds, and later responses only with milliseconds.',
  ).does(() => {
    const known = new Set<unknown>();
    return showsBody(UPDATE, (key) => {
      const isFirst = !known.has(key.id);
      known.add(key.id);
      return isFirst ? { ...key, createTime: String(key.createTime).replace(/(\.\d{3})Z$/, '$1250Z') } : key;
    })();
  }),
  defect('create-time-drifts-with-the-label', 'D44', 'An update of the label of a JWT key changes `createTime`.').does(
    showsBody(UPDATE, (key, request) =>
      maskOf(request).includes('label') ? { ...key, createTime: key.updateTime } : key,
    ),
  ),
  defect(
    'create-time-from-the-request',
    'D44',
    'An update takes `createTime` of a JWT key from the request body.',
  ).does(showsBody(UPDATE, (key, request) => ({ ...key, createTime: valuesOf(request).createTime ?? key.createTime }))),
  defect(
    'key-from-the-request',
    'D44',
    'An update replaces the registered `publicKeyPem` with the `publicKeyPem` in the request body.',
  ).does(
    showsBody(UPDATE, (key, request) => {
      const { publicKeyPem } = valuesOf(request);
      return String(publicKeyPem).includes('-----BEGIN') ? { ...key, publicKeyPem } : key;
    }),
  ),
  defect('pem-is-normalised-with-the-label', 'D44', 'An update of the label of a JWT key trims `publicKeyPem`.').does(
    showsBody(UPDATE, (key, request) =>
      maskOf(request).includes('label') ? { ...key, publicKeyPem: String(key.publicKeyPem).trim() } : key,
    ),
  ),
  defect('id-changes-with-each-update', 'D44 D53', 'Each response to an update shows a new `id` of the JWT key.').does(
    showsBody(UPDATE, (key) => ({
      ...key,
      id: String(key.id).slice(0, -3) + String(millis(key.updateTime) % 1000).padStart(3, '0'),
    })),
  ),
  updateTimeStands('update-time-stands-for-active', 'active'),
  updateTimeStands('update-time-stands-for-label', 'label'),
  defect(
    'pem-of-another-key-from-the-second-update',
    'D44',
    'The second update of a JWT key shows the PEM of another key.',
  ).does(() => {
    let first: unknown;
    const updates = new Map<unknown, number>();
    return showsBody(UPDATE, (key) => {
      first ??= key.publicKeyPem;
      const count = (updates.get(key.id) ?? 0) + 1;
      updates.set(key.id, count);
      return count > 1 ? { ...key, publicKeyPem: first } : key;
    })();
  }),
  defect('update-time-of-two-clocks', 'D44', 'Two replicas of the server, whose clocks differ, set `updateTime`.').does(
    () => {
      let count = 0;
      return shows(UPDATE, 'updateTime', (time) => {
        count++;
        return count % 2 === 0 ? time : new Date(millis(time) - 5000).toISOString();
      })();
    },
  ),
  defect('update-is-202', 'D40', 'updateJwtKey succeeds with 202.').does(succeedsWith(UPDATE, 202)),
  defect('update-is-204', 'D40', 'updateJwtKey succeeds with 204 without a body.').does(
    succeeds(UPDATE, () => answer(204)),
  ),
  defect('updates-are-refused', 'D40', 'The server rejects each update of a JWT key with 422.').does(
    rejectsAll(UPDATE, 422),
  ),
  defect('update-is-answered-in-text', 'D40', 'updateJwtKey responds with JSON as text/html.').does(
    succeeds(UPDATE, (reply) => withType(reply, 'text/html')),
  ),
];
