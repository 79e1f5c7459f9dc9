import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Defect } from '../defect.ts';
import { jsonOf, withJson } from '../json-message.ts';
import { bodyOf, isOf, segmentOf, without, withSegment } from '../messages.ts';
import { defect, reads, readsBody, rejectsRequest, rejectsWith } from '../row.ts';
import { isValid, PATHS, type Update, updateOf } from './update.ts';

const UPDATE = 'updateJwtKey';

/** A faulty server that rejects some valid updates with 400. */
const rejects = (isRejected: (update: Update) => boolean) =>
  rejectsRequest(400, (request) => {
    const update = updateOf(bodyOf(request, UPDATE));
    return update !== undefined && isRejected(update);
  });

/**
 * A faulty server that performs the update that `change` returns, instead of the update in the request. The function
 * `change` returns undefined if the update stays unchanged.
 */
const performs = (change: (update: Update) => Partial<Update> | undefined) =>
  readsBody(UPDATE, (body) => {
    const update = updateOf(body);
    const changed = update && change(update);
    if (!changed) return body;
    const { mask, values } = { ...update, ...changed };
    return { ...body, updateMask: mask, jwtKey: values };
  });

/** A faulty server that changes valid updates before it performs them, and rejects invalid updates correctly. */
const performsValid: typeof performs = (change) => performs((update) => (isValid(update) ? change(update) : undefined));

/** A faulty server that adds a field to the mask of a valid update. */
const adds = (path: 'active' | 'label') =>
  performsValid(({ mask, values }) => (values[path] === undefined ? undefined : { mask: [...mask, path] }));

/** A valid update that changes nothing, since it sets `active` of an active key to true. */
const NOTHING_TO_DO: Update = { mask: ['active'], values: { active: true } };

/** A faulty server that ignores some items of the mask. */
const ignores = (isKept: (path: unknown, update: Update) => boolean) =>
  performs((update) => {
    const mask = update.mask.filter((path) => isKept(path, update));
    return mask.length > 0 || update.mask.length === 0 ? { mask } : NOTHING_TO_DO;
  });

/** A faulty server that treats the items of a mask as the names of other fields. */
const readsPaths = (change: (path: string) => readonly string[]) =>
  performs(({ mask }) => ({
    mask: mask.flatMap<unknown>((path) => (typeof path === 'string' ? change(path) : [path])),
  }));

const given = (values: JsonObject) => PATHS.filter((path) => values[path] !== undefined);

/** Defects in the evaluation of an update, which break the requirements D05, D08, D10, D15, D40 to D43, D46 and D48. */
export const jwtKeyUpdates: readonly Defect[] = [
  defect('third-item-of-the-mask-is-ignored', 'D48', 'The server reads only the first two items of the mask.').does(
    performsValid(({ mask }) => ({ mask: mask.slice(0, 2) })),
  ),
  defect(
    'value-under-a-capital-name-is-read',
    'D43',
    'The server reads the names of `jwtKey` in any letter case, so it accepts `Label` for `label`.',
  ).does(
    performs(({ values: { Label, Active, ...values } }) => ({
      values: {
        ...(Label !== undefined && { label: Label }),
        ...(Active !== undefined && { active: Active }),
        ...values,
      },
    })),
  ),
  defect('mask-is-ignored', 'D42', 'An update ignores the mask and changes every field in `jwtKey`.').does(
    performsValid(({ values }) => ({ mask: given(values) })),
  ),
  defect('active-slips-through', 'D42', 'An update changes `active` even if the mask does not name it.').does(
    adds('active'),
  ),
  defect('label-slips-through', 'D42', 'An update changes `label` even if the mask does not name it.').does(
    adds('label'),
  ),
  defect('first-path-of-the-mask-only', 'D42 D46', 'An update uses only the first item of the mask.').does(
    performsValid(({ mask }) => ({
      mask: mask.slice(0, 1),
    })),
  ),
  defect('name-is-taken-for-new-label', 'D42 D46', 'An update reads the new label from `name` in `jwtKey`.').does(
    performsValid(({ values }) => ({ values: { ...values, label: values.name ?? values.label } })),
  ),
  defect(
    'false-counts-for-nothing',
    'D42 D46',
    'An update ignores `active` in the mask if the new value of `active` is false.',
  ).does(
    performsValid(({ mask, values }) => {
      const rest = mask.filter((path) => path !== 'active' || values.active === true);
      return rest.length > 0 ? { mask: rest } : undefined;
    }),
  ),
  defect('mask-has-a-default', 'D40', 'An update without `updateMask` changes every field in `jwtKey`.').does(
    readsBody(UPDATE, (body) =>
      body.updateMask === undefined && isObject(body.jwtKey) ? { ...body, updateMask: given(body.jwtKey) } : body,
    ),
  ),
  defect('empty-mask-takes-everything', 'D40', 'An update with an empty mask changes all fields.').does(
    performs(({ mask, values }) => (mask.length === 0 ? { mask: given(values) } : undefined)),
  ),
  defect('wildcard-takes-everything', 'D40', 'An update with the mask `*` changes all fields.').does(
    performs(({ mask, values }) => (mask.includes('*') ? { mask: given(values) } : undefined)),
  ),
  defect('unknown-path-is-ignored', 'D40', 'An update ignores unknown items of the mask, except `name`.').does(
    ignores((path) => typeof path !== 'string' || [...PATHS, 'name'].includes(path)),
  ),
  defect('creation-time-may-be-named', 'D40', 'An update accepts and ignores `createTime` in the mask.').does(
    ignores((path) => path !== 'createTime'),
  ),
  defect(
    'name-is-a-label-that-needs-no-mask',
    'D42',
    'An update stores `name` of `jwtKey` as the label, even if the mask does not name `label`.',
  ).does(
    performsValid(({ mask, values }) =>
      typeof values.name === 'string' && !mask.includes('label')
        ? { mask: [...mask, 'label'], values: { ...values, label: values.name } }
        : undefined,
    ),
  ),
  defect(
    'mask-items-are-split',
    'D40',
    'An item of the mask of an update may name several fields, separated by commas.',
  ).does(readsPaths((path) => path.split(','))),
  defect('mask-paths-may-be-long', 'D40', 'An item of the mask of an update may begin with `jwtKey.`.').does(
    readsPaths((path) => [path.replace(/^jwtKey\./, '')]),
  ),
  defect(
    'values-beside-the-mask',
    'D40',
    'An update without `jwtKey` reads the values from properties of the body.',
  ).does(
    readsBody(UPDATE, (body) =>
      body.jwtKey === undefined && given(body).length > 0 ? { ...body, jwtKey: without(body, 'updateMask') } : body,
    ),
  ),
  defect('active-is-converted', 'D05', 'An update accepts a string such as "true" as the value of `active`.').does(
    reads(UPDATE, 'jwtKey.active', (active) => active === 'true' || (active === 'false' ? false : active)),
  ),
  defect('name-is-a-path', 'D41', 'An update treats `name` in the mask as `label`.').does(
    performs(({ mask, values }) =>
      mask.includes('name')
        ? {
            mask: mask.map((path) => (path === 'name' ? 'label' : path)),
            values: { ...values, label: values.name ?? values.label },
          }
        : undefined,
    ),
  ),
  defect('name-beside-label-is-ignored', 'D41', 'An update ignores `name` in a mask with other fields.').does(
    performs(({ mask }) => (mask.length > 1 ? { mask: mask.filter((path) => path !== 'name') } : undefined)),
  ),
  defect(
    'path-without-value-is-ignored',
    'D08 D43 D46',
    'An update ignores a field of the mask that has no value in `jwtKey`.',
  ).does(ignores((path, { values }) => !PATHS.includes(String(path)) || values[String(path)] !== undefined)),
  defect('path-twice-is-refused', 'D48', 'The server rejects an update whose mask names a field twice.').does(
    rejects(({ mask }) => new Set(mask).size < mask.length),
  ),
  defect(
    'nothing-to-update-is-taken',
    'D05 D40',
    'The server accepts an update with an empty body, and changes nothing.',
  ).does(
    readsBody(UPDATE, (body) =>
      Object.keys(body).length === 0 ? { updateMask: ['active'], jwtKey: { active: true } } : body,
    ),
  ),
  defect('mask-has-two-items', 'D48', 'The server rejects an update whose mask has more than two items.').does(
    rejects(({ mask }) => mask.length > PATHS.length),
  ),
  defect(
    'missing-value-removes-the-key',
    'D16 D43 D46',
    'The server rejects an update of a field that has no value in `jwtKey`, but deletes the stored JWT key.',
  ).does(() => {
    const gone = new Set<string>();
    return async (request, forward) => {
      if (!isOf(request, UPDATE)) return forward(request);
      const kid = segmentOf(request, 'jwt-keys');
      const answer = await forward(gone.has(kid) ? withSegment(request, 'jwt-keys', 'gone') : request);
      if (answer.status === 422) gone.add(kid);
      return answer;
    };
  }),
  defect(
    'null-outside-the-mask-is-missing',
    'D05',
    'The server accepts null as the value of a field that the mask does not name.',
  ).does(
    performs(({ mask, values }) => ({
      values: Object.fromEntries(
        Object.entries(values).filter(([name, value]) => value !== null || mask.includes(name)),
      ),
    })),
  ),
  defect(
    'same-label-ends-the-update',
    'D42',
    'An update with the current `label` of the key changes no other field.',
  ).does(() => {
    const labels = new Map<string, unknown>();
    return async (request, forward) => {
      const update = isOf(request, UPDATE) ? updateOf(jsonOf(request)) : undefined;
      if (!update || !isValid(update)) return forward(request);
      const { label } = update.values;
      const isSame = update.mask.includes('label') && labels.get(request.path) === label;
      const response = await forward(
        isSame ? withJson(request, { updateMask: ['label'], jwtKey: { label } }) : request,
      );
      if (response.status < 300) labels.set(request.path, jsonOf(response)?.label);
      return response;
    };
  }),
  defect('mask-takes-active-alone', 'D40', 'The server rejects an update whose mask names `label`.').does(
    rejects(({ mask }) => mask.includes('label')),
  ),
  defect(
    'fixed-member-of-an-update-is-refused',
    'D42',
    'The server rejects an update with read-only properties in `jwtKey`.',
  ).does(
    rejects(({ values }) =>
      ['id', 'projectId', 'publicKeyPem', 'createTime'].some((name) => values[name] !== undefined),
    ),
  ),
  defect(
    'label-is-required-in-an-update',
    'D40',
    'An update requires `label` in `jwtKey` even if the mask does not name it.',
  ).does(rejects((update) => isValid(update) && update.values.label === undefined)),
  defect(
    'update-holds-the-whole-key',
    'D40',
    'An update requires `label` and `active` in `jwtKey` even if the mask names only one of them.',
  ).does(rejects((update) => isValid(update) && given(update.values).length < PATHS.length)),
  defect(
    'unknown-member-of-an-update-is-refused',
    'D10 D42',
    'The server rejects an update with properties of `jwtKey` other than `label` and `active`.',
  ).does(rejects(({ values }) => Object.keys(without(values, ...PATHS)).length > 0)),
  defect(
    'missing-value-is-bad-request',
    'D08 D43',
    'The server responds with 400 to an update of a field that has no value in `jwtKey`.',
  ).does(rejectsWith(422, 400, (request) => isOf(request, UPDATE))),
  defect(
    'mask-in-the-query',
    'D42',
    'An update uses the query parameter `updateMask`, if present, instead of the mask in the body.',
  ).does(() => (request, forward) => {
    const mask = new URLSearchParams(request.path.split('?')[1]).get('updateMask');
    const body = isOf(request, 'updateJwtKey') ? jsonOf(request) : undefined;
    return forward(body && mask ? withJson(request, { ...body, updateMask: mask.split(',') }) : request);
  }),
  defect('mask-in-snake-case', 'D40', 'An update accepts `update_mask` instead of `updateMask`.').does(
    readsBody(UPDATE, ({ update_mask: mask, ...body }) =>
      body.updateMask === undefined && mask !== undefined ? { ...body, updateMask: mask } : body,
    ),
  ),
  defect(
    'update-of-two-fields-without-a-value-fails',
    'D15',
    'The server responds with 500 to an update of two fields if `jwtKey` has no values.',
  ).does(
    rejectsWith(422, 500, (request) => {
      const { mask = [], values = {} } = updateOf(jsonOf(request)) ?? {};
      return new Set(mask).size > 1 && Object.keys(values).length === 0;
    }),
  ),
];
