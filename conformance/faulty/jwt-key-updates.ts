import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import { bodyOf, isOf, jsonOf, segmentOf, without, withSegment } from './messages.ts';
import { defect } from './row.ts';
import { isValid, PATHS, type Update, updateOf } from './update.ts';

const UPDATE = 'updateJwtKey';

type Rules = Parameters<typeof defect>[1];

/** The server rejects some updates with 400. */
const rejects = (name: string, breaks: Rules, says: string, isRejected: (update: Update) => boolean) =>
  defect(name, breaks, says).rejectsRequest(400, (request) => {
    const update = updateOf(bodyOf(request, UPDATE));
    return update !== undefined && isRejected(update);
  });

/** The server performs another update; undefined leaves the update as it is. */
const performs = (name: string, breaks: Rules, says: string, change: (update: Update) => Partial<Update> | undefined) =>
  defect(name, breaks, says).readsBody(UPDATE, (body) => {
    const update = updateOf(body);
    const changed = update && change(update);
    if (!changed) return body;
    const { mask, values } = { ...update, ...changed };
    return { ...body, updateMask: mask, jwtKey: values };
  });

/** The server performs another update in place of a valid one; it rejects all others correctly. */
const performsValid: typeof performs = (name, breaks, says, change) =>
  performs(name, breaks, says, (update) => (isValid(update) ? change(update) : undefined));

/** The server adds paths to the mask of a valid update. */
const adds = (name: string, says: string, path: 'active' | 'label') =>
  performsValid(name, 'D42', says, ({ mask, values }) =>
    values[path] === undefined ? undefined : { mask: [...mask, path] },
  );

/** An update that does not change a key in use. */
const NOTHING_TO_DO: Update = { mask: ['active'], values: { active: true } };

/** The server ignores some paths of the mask. */
const ignores = (name: string, breaks: Rules, says: string, isKept: (path: unknown, update: Update) => boolean) =>
  performs(name, breaks, says, (update) => {
    const mask = update.mask.filter((path) => isKept(path, update));
    return mask.length > 0 || update.mask.length === 0 ? { mask } : NOTHING_TO_DO;
  });

/** The server reads the texts of a mask as other paths. */
const readsPaths = (name: string, says: string, change: (path: string) => readonly string[]) =>
  performs(name, 'D40', says, ({ mask }) => ({
    mask: mask.flatMap<unknown>((path) => (typeof path === 'string' ? change(path) : [path])),
  }));

const given = (values: JsonObject) => PATHS.filter((path) => values[path] !== undefined);

/** Defects of reading an update: D05, D08, D10, D15, D40 to D43, D46 and D48. */
export const jwtKeyUpdates: readonly Defect[] = [
  performsValid(
    'mask-is-ignored',
    'D42',
    'The server updates each field of `jwtKey`, whatever the mask.',
    ({ values }) => ({ mask: given(values) }),
  ),
  adds('active-slips-through', 'The server updates `active`, whatever the mask.', 'active'),
  adds('label-slips-through', 'The server updates `label`, whatever the mask.', 'label'),
  performsValid('first-path-of-the-mask-only', 'D42 D46', 'Only the first path of the mask counts.', ({ mask }) => ({
    mask: mask.slice(0, 1),
  })),
  performsValid(
    'name-is-taken-for-new-label',
    'D42 D46',
    'The server takes the new label from `name`.',
    ({ values }) => ({ values: { ...values, label: values.name ?? values.label } }),
  ),
  performsValid('false-counts-for-nothing', 'D42 D46', 'An `active` of false counts as none.', ({ mask, values }) => {
    const rest = mask.filter((path) => path !== 'active' || values.active === true);
    return rest.length > 0 ? { mask: rest } : undefined;
  }),
  defect('mask-has-a-default', 'D40', 'Without `updateMask`, the server updates each field of `jwtKey`.').readsBody(
    UPDATE,
    (body) =>
      body.updateMask === undefined && isObject(body.jwtKey) ? { ...body, updateMask: given(body.jwtKey) } : body,
  ),
  performs('empty-mask-takes-everything', 'D40', 'An empty mask names all fields.', ({ mask, values }) =>
    mask.length === 0 ? { mask: given(values) } : undefined,
  ),
  performs('wildcard-takes-everything', 'D40', 'The path * names all fields.', ({ mask, values }) =>
    mask.includes('*') ? { mask: given(values) } : undefined,
  ),
  ignores(
    'unknown-path-is-ignored',
    'D40',
    'The server ignores unknown paths of the mask, except `name`.',
    (path) => typeof path !== 'string' || [...PATHS, 'name'].includes(path),
  ),
  ignores(
    'creation-time-may-be-named',
    'D40',
    'The server ignores the path `createTime`.',
    (path) => path !== 'createTime',
  ),
  performsValid(
    'name-is-a-label-that-needs-no-mask',
    'D42',
    'The server takes the label from `name`, whatever the mask.',
    ({ mask, values }) =>
      typeof values.name === 'string' && !mask.includes('label')
        ? { mask: [...mask, 'label'], values: { ...values, label: values.name } }
        : undefined,
  ),
  readsPaths('mask-items-are-split', 'An item of the mask may have several paths with commas between them.', (path) =>
    path.split(','),
  ),
  readsPaths('mask-paths-may-be-long', 'A path of the mask may begin with `jwtKey`.', (path) => [
    path.replace(/^jwtKey\./, ''),
  ]),
  defect('values-beside-the-mask', 'D40', 'Without `jwtKey`, the body itself has the values.').readsBody(
    UPDATE,
    (body) =>
      body.jwtKey === undefined && given(body).length > 0 ? { ...body, jwtKey: without(body, 'updateMask') } : body,
  ),
  defect('active-is-converted', 'D05', 'The server converts a string to the boolean `active`.').reads(
    UPDATE,
    'jwtKey.active',
    (active) => active === 'true' || (active === 'false' ? false : active),
  ),
  performs('name-is-a-path', 'D41', 'The path `name` means `label`.', ({ mask, values }) =>
    mask.includes('name')
      ? {
          mask: mask.map((path) => (path === 'name' ? 'label' : path)),
          values: { ...values, label: values.name ?? values.label },
        }
      : undefined,
  ),
  performs('name-beside-label-is-ignored', 'D41', 'The server ignores the path `name` beside others.', ({ mask }) =>
    mask.length > 1 ? { mask: mask.filter((path) => path !== 'name') } : undefined,
  ),
  ignores(
    'path-without-value-is-ignored',
    'D08 D43',
    'The server ignores a path without a value.',
    (path, { values }) => !PATHS.includes(String(path)) || values[String(path)] !== undefined,
  ),
  rejects(
    'path-twice-is-refused',
    'D48',
    'The server rejects a mask that names a field twice.',
    ({ mask }) => new Set(mask).size < mask.length,
  ),
  defect(
    'nothing-to-update-is-taken',
    'D40',
    'An update with an empty body changes nothing, and shows the key.',
  ).readsBody(UPDATE, (body) =>
    Object.keys(body).length === 0 ? { updateMask: ['active'], jwtKey: { active: true } } : body,
  ),
  rejects(
    'mask-has-two-items',
    'D48',
    'The server rejects a mask with more items than fields exist.',
    ({ mask }) => mask.length > PATHS.length,
  ),
  defect('missing-value-removes-the-key', 'D43', 'An update without a value is rejected, and removes the key.').behaves(
    () => {
      const gone = new Set<string>();
      return async (request, forward) => {
        if (!isOf(request, UPDATE)) return forward(request);
        const kid = segmentOf(request, 'jwt-keys');
        const answer = await forward(gone.has(kid) ? withSegment(request, 'jwt-keys', 'gone') : request);
        if (answer.status === 422) gone.add(kid);
        return answer;
      };
    },
  ),
  rejects('mask-takes-active-alone', 'D40', 'The server rejects `label` in the mask.', ({ mask }) =>
    mask.includes('label'),
  ),
  rejects(
    'fixed-member-of-an-update-is-refused',
    'D42',
    'The server rejects fixed properties in `jwtKey`.',
    ({ values }) => ['id', 'projectId', 'publicKeyPem', 'createTime'].some((name) => values[name] !== undefined),
  ),
  rejects(
    'label-is-required-in-an-update',
    'D40',
    '`jwtKey` has to have a label, whatever the mask.',
    (update) => isValid(update) && update.values.label === undefined,
  ),
  rejects(
    'update-holds-the-whole-key',
    'D40',
    '`jwtKey` has to have both fields, whatever the mask.',
    (update) => isValid(update) && given(update.values).length < PATHS.length,
  ),
  rejects(
    'unknown-member-of-an-update-is-refused',
    'D10',
    '`jwtKey` may have `label` and `active` alone.',
    ({ values }) => Object.keys(without(values, ...PATHS)).length > 0,
  ),
  defect('missing-value-is-bad-request', 'D08 D43', 'A field of the mask without a value is 400.').rejectsWith(
    422,
    400,
    (request) => isOf(request, UPDATE),
  ),
  defect('mask-in-snake-case', 'D40', 'The mask may be called `update_mask`.').readsBody(
    UPDATE,
    ({ update_mask: mask, ...body }) =>
      body.updateMask === undefined && mask !== undefined ? { ...body, updateMask: mask } : body,
  ),
  defect(
    'update-of-two-fields-without-a-value-fails',
    'D15',
    'An update of two fields without any value makes an empty query.',
  ).rejectsWith(422, 500, (request) => {
    const { mask = [], values = {} } = updateOf(jsonOf(request)) ?? {};
    return new Set(mask).size > 1 && Object.keys(values).length === 0;
  }),
];
