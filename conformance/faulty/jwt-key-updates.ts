import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect } from './defect.ts';
import {
  changesRequest,
  isOf,
  jsonOf,
  reads,
  refuses,
  refusesWith,
  segmentOf,
  without,
  withSegment,
} from './messages.ts';
import { isValid, PATHS, type Update, updateOf } from './update.ts';

const UPDATE = 'updateJwtKey';

/** A server that refuses masks which should be taken. */
function refusesMask(isRefused: (mask: readonly unknown[]) => boolean): () => Behaviour {
  return refuses((request) => {
    const update = isOf(request, UPDATE) ? updateOf(jsonOf(request)) : undefined;
    return update !== undefined && isRefused(update.mask);
  }, 400);
}

/** A server that wants these of jwtKey, whatever the mask. */
function refusesValuesWithout(...names: readonly string[]): () => Behaviour {
  return refuses((request) => {
    const update = isOf(request, UPDATE) ? updateOf(jsonOf(request)) : undefined;
    return update !== undefined && isValid(update) && names.some((name) => update.values[name] === undefined);
  }, 400);
}

/** A server that does something else than the update says. */
function reinterprets(change: (update: Update) => Update): () => Behaviour {
  return changesRequest(UPDATE, (body) => {
    const update = updateOf(body);
    if (!update) return body;
    const { mask, values } = change(update);
    return { ...body, updateMask: mask, jwtKey: values };
  });
}

/** The same, of updates that are valid; all others are refused as they should be. */
function reinterpretsValid(change: (update: Update) => Update): () => Behaviour {
  return reinterprets((update) => (isValid(update) ? change(update) : update));
}

type UpdateRow = readonly [name: string, description: string, breaks: readonly string[], create: () => Behaviour];

/** An update that a key in use does not show. */
const NOTHING_TO_DO: Update = { mask: ['active'], values: { active: true } };

const given = (values: JsonObject) => PATHS.filter((path) => values[path] !== undefined);

/** Requests that are read as others: D40 to D43 and D48. */
const ROWS: readonly UpdateRow[] = [
  [
    'mask-is-ignored',
    'Every field of `jwtKey` is taken, whatever the mask says.',
    ['D42'],
    reinterpretsValid(({ values }) => ({ mask: given(values), values })),
  ],
  [
    'active-slips-through',
    '`active` is taken from `jwtKey`, in the mask or not.',
    ['D42'],
    reinterpretsValid(({ mask, values }) => ({
      mask: values.active === undefined ? mask : [...mask, 'active'],
      values,
    })),
  ],
  [
    'label-slips-through',
    '`label` is taken from `jwtKey`, in the mask or not.',
    ['D42'],
    reinterpretsValid(({ mask, values }) => ({ mask: values.label === undefined ? mask : [...mask, 'label'], values })),
  ],
  [
    'first-path-of-the-mask-only',
    'Only the first path of the mask counts.',
    ['D42', 'D46'],
    reinterpretsValid(({ mask, values }) => ({ mask: mask.slice(0, 1), values })),
  ],
  [
    'name-is-taken-for-new-label',
    'The new label is taken from `name` where `jwtKey` has one.',
    ['D42', 'D46'],
    reinterpretsValid(({ mask, values }) => ({ mask, values: { ...values, label: values.name ?? values.label } })),
  ],
  [
    'false-counts-for-nothing',
    'An `active` of false is taken for none, and left as it is.',
    ['D42', 'D46'],
    reinterpretsValid(({ mask, values }) => {
      const rest = mask.filter((path) => path !== 'active' || values.active === true);
      return rest.length > 0 ? { mask: rest, values } : { mask, values };
    }),
  ],
  [
    'mask-has-a-default',
    'Without `updateMask`, every field of `jwtKey` is taken.',
    ['D40'],
    changesRequest(UPDATE, (body) =>
      body.updateMask === undefined && isObject(body.jwtKey) ? { ...body, updateMask: given(body.jwtKey) } : body,
    ),
  ],
  [
    'empty-mask-takes-everything',
    'An empty mask is a mask of all fields.',
    ['D40'],
    reinterprets(({ mask, values }) => ({ mask: mask.length === 0 ? given(values) : mask, values })),
  ],
  [
    'wildcard-takes-everything',
    'The path * is a mask of all fields.',
    ['D40'],
    reinterprets(({ mask, values }) => ({ mask: mask.includes('*') ? given(values) : mask, values })),
  ],
  [
    'unknown-path-is-ignored',
    'A path of the mask that is not known is left out, but for `name`.',
    ['D40'],
    reinterprets(({ mask, values }) => {
      const known = mask.filter((path) => [...PATHS, 'name'].includes(String(path)) || typeof path !== 'string');
      return known.length > 0 || mask.length === 0 ? { mask: known, values } : NOTHING_TO_DO;
    }),
  ],
  [
    'creation-time-may-be-named',
    'The mask may name `createTime`, which nobody then writes.',
    ['D40'],
    reinterprets(({ mask, values }) => {
      const known = mask.filter((path) => path !== 'createTime');
      return known.length > 0 || mask.length === 0 ? { mask: known, values } : NOTHING_TO_DO;
    }),
  ],
  [
    'name-is-a-label-that-needs-no-mask',
    '`name` in `jwtKey` is taken for the label, whatever the mask names.',
    ['D42'],
    reinterpretsValid(({ mask, values }) => {
      const isNamed = typeof values.name === 'string' && !mask.includes('label');
      return isNamed ? { mask: [...mask, 'label'], values: { ...values, label: values.name } } : { mask, values };
    }),
  ],
  [
    'mask-items-are-split',
    'An item of the mask may hold several paths, with commas between them.',
    ['D40'],
    reinterprets(({ mask, values }) => ({
      mask: mask.flatMap((path) => (typeof path === 'string' && path.includes(',') ? path.split(',') : [path])),
      values,
    })),
  ],
  [
    'mask-paths-may-be-long',
    'A path of the mask may begin with `jwtKey`.',
    ['D40'],
    reinterprets(({ mask, values }) => ({
      mask: mask.map((path) => (typeof path === 'string' ? path.replace(/^jwtKey\./, '') : path)),
      values,
    })),
  ],
  [
    'values-beside-the-mask',
    'Without `jwtKey`, the values are taken from the body itself.',
    ['D40'],
    changesRequest(UPDATE, (body) =>
      body.jwtKey === undefined && given(body).length > 0 ? { ...body, jwtKey: without(body, 'updateMask') } : body,
    ),
  ],
  [
    'active-is-converted',
    'A string is taken for the boolean `active`.',
    ['D05'],
    reads(UPDATE, 'jwtKey.active', toBoolean),
  ],
  [
    'name-is-a-path',
    'The path `name` is taken for `label`.',
    ['D41'],
    reinterprets(({ mask, values }) => ({
      mask: mask.map((path) => (path === 'name' ? 'label' : path)),
      values: mask.includes('name') ? { ...values, label: values.name ?? values.label } : values,
    })),
  ],
  [
    'name-beside-label-is-ignored',
    'The path `name` is left out where the mask has others.',
    ['D41'],
    reinterprets(({ mask, values }) => ({
      mask: mask.length > 1 ? mask.filter((path) => path !== 'name') : mask,
      values,
    })),
  ],
  [
    'path-without-value-is-ignored',
    'A path of the mask without a value is left out.',
    ['D08', 'D43'],
    reinterprets(({ mask, values }) => {
      const filled = mask.filter((path) => !PATHS.includes(String(path)) || values[String(path)] !== undefined);
      return filled.length > 0 || mask.length === 0 ? { mask: filled, values } : NOTHING_TO_DO;
    }),
  ],
  [
    'path-twice-is-refused',
    'A field that the mask names twice is refused.',
    ['D48'],
    refusesMask((mask) => new Set(mask).size < mask.length),
  ],
  [
    'nothing-to-update-is-taken',
    'An update of an empty body changes nothing, and shows the key.',
    ['D40'],
    changesRequest(UPDATE, (body) =>
      Object.keys(body).length === 0 ? { updateMask: ['active'], jwtKey: { active: true } } : body,
    ),
  ],
  [
    'mask-has-two-items',
    'A mask of more items than there are fields is refused.',
    ['D48'],
    refusesMask((mask) => mask.length > PATHS.length),
  ],
  [
    'missing-value-removes-the-key',
    'An update that is refused for want of a value removes the key.',
    ['D43'],
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
  ],
  [
    'mask-takes-active-alone',
    '`label` in the mask is refused.',
    ['D40'],
    refusesMask((mask) => mask.includes('label')),
  ],
  [
    'fixed-member-of-an-update-is-refused',
    '`jwtKey` may not hold what an update never changes.',
    ['D42'],
    refuses((request) => {
      const { values = {} } = updateOf(isOf(request, UPDATE) ? jsonOf(request) : undefined) ?? {};
      return ['id', 'projectId', 'publicKeyPem', 'createTime'].some((name) => values[name] !== undefined);
    }, 400),
  ],
  [
    'label-is-required-in-an-update',
    '`jwtKey` has to hold a label, also where the mask does not name it.',
    ['D40'],
    refusesValuesWithout('label'),
  ],
  [
    'update-holds-the-whole-key',
    '`jwtKey` has to hold both fields, also where the mask names one.',
    ['D40'],
    refusesValuesWithout('label', 'active'),
  ],
  [
    'unknown-member-of-an-update-is-refused',
    '`jwtKey` may hold `label` and `active` alone.',
    ['D10'],
    refuses((request) => {
      const { values = {} } = updateOf(isOf(request, UPDATE) ? jsonOf(request) : undefined) ?? {};
      return Object.keys(without(values, ...PATHS)).length > 0;
    }, 400),
  ],
  [
    'missing-value-is-bad-request',
    'A field of the mask without a value is refused with 400.',
    ['D08', 'D43'],
    refusesWith(422, 400, (request) => isOf(request, UPDATE)),
  ],
  [
    'mask-in-snake-case',
    'The mask may be called `update_mask`, as the code calls it.',
    ['D40'],
    changesRequest(UPDATE, ({ update_mask: mask, ...body }) =>
      body.updateMask === undefined && mask !== undefined ? { ...body, updateMask: mask } : body,
    ),
  ],
  [
    'update-of-two-fields-without-a-value-fails',
    'An update that names both fields, and has a value for neither, writes nothing, which its query cannot.',
    ['D15'],
    refusesWith(422, 500, (request) => {
      const { mask = [], values = {} } = updateOf(jsonOf(request)) ?? {};
      return new Set(mask).size > 1 && Object.keys(values).length === 0;
    }),
  ],
];

function toBoolean(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** Defects of reading an update: D08, D10, D40 to D43, D46 and D48. */
export const jwtKeyUpdates: readonly Defect[] = ROWS.map(([name, description, breaks, create]) => ({
  name,
  description,
  breaks,
  create,
}));
