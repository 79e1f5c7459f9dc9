import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import { jsonOf } from './json-message.ts';
import { has, instead, isOf, problem, UPSERTS } from './messages.ts';
import { defect, reads, readsText, rejects, rejectsText } from './row.ts';

const FIELD = 'fields.*.*';
const LENGTH = `${FIELD}.stringOptions.length`;

/** A faulty server that rejects some valid field definitions. */
const rejectsField = (isRejected: (field: JsonObject) => boolean) =>
  rejects(UPSERTS, FIELD, (field) => isObject(field) && isRejected(field));

/** A faulty server that rejects some valid string options of a field. */
const rejectsOptions = (isRejected: (options: JsonObject) => boolean) =>
  rejectsField(({ stringOptions }) => isObject(stringOptions) && isRejected(stringOptions));

/** A field whose empty `displayName` is filled. */
const named = (field: unknown) =>
  isObject(field) && field.displayName === '' ? { ...field, displayName: 'x' } : field;

const isLong = (text: unknown, max: number) => typeof text === 'string' && text.length > max;

/** A faulty server that validates only the `fieldName` of the fields of an object after the first `count` fields. */
const validatesFirst = (count: number) =>
  reads(UPSERTS, 'fields.*', (fields) =>
    Array.isArray(fields)
      ? fields.map((field, index) =>
          index >= count && isObject(field) && typeof field.fieldName === 'string'
            ? { fieldName: field.fieldName, displayName: 'Later', valueType: 'string' }
            : field,
        )
      : fields,
  );

/** Defects in the evaluation of object metadata, which break the requirements D10, D15, D60, D64 and D65. */
export const metadata: readonly Defect[] = [
  defect(
    'later-fields-have-a-name-alone',
    'D64 D65',
    'The server validates the first field of each object completely, but only the `fieldName` of the other fields.',
  ).does(validatesFirst(1)),
  defect(
    'fields-after-the-tenth-are-not-validated',
    'D64 D65',
    'The server validates only the first ten fields of each object.',
  ).does(validatesFirst(10)),
  defect(
    'later-display-name-may-be-empty',
    'D64',
    'The server accepts an empty `displayName`, except in the first field of an object.',
  ).does(
    reads(UPSERTS, 'fields.*', (fields) =>
      Array.isArray(fields) ? fields.map((field, index) => (index > 0 ? named(field) : field)) : fields,
    ),
  ),
  defect('line-break-in-a-description-is-refused', 'D65', 'The server rejects a `description` with a line break.').does(
    rejectsText(UPSERTS, `${FIELD}.description`, (text) => text.includes('\n')),
  ),
  defect('group-is-not-required', 'D60', '`groupRef` has a default.').does(
    reads(UPSERTS, 'groupRef', instead(undefined, 'default')),
  ),
  defect('fields-are-not-required', 'D60', '`fields` is optional.').does(
    reads(UPSERTS, 'fields', instead(undefined, {})),
  ),
  defect('display-name-has-a-default', 'D64', '`displayName` is optional.').does(
    reads(UPSERTS, `${FIELD}.displayName`, instead(undefined, 'x')),
  ),
  defect('value-type-has-a-default', 'D64', '`valueType` is optional.').does(
    reads(UPSERTS, `${FIELD}.valueType`, instead(undefined, 'string')),
  ),
  defect('field-name-in-snake-case', 'D64', 'The server accepts `field_name` instead of `fieldName`.').does(
    reads(UPSERTS, FIELD, (field) =>
      isObject(field) && field.fieldName === undefined && field.field_name !== undefined
        ? { ...field, fieldName: field.field_name }
        : field,
    ),
  ),
  defect('field-name-may-be-empty', 'D64', 'The server accepts an empty `fieldName`.').does(
    reads(UPSERTS, `${FIELD}.fieldName`, instead('', 'unnamed')),
  ),
  defect('group-may-be-empty', 'D64', 'The server accepts an empty `groupRef`.').does(
    reads(UPSERTS, 'groupRef', instead('', 'unnamed')),
  ),
  defect('length-may-be-zero', 'D65', '`stringOptions.length` may be 0.').does(
    reads(UPSERTS, LENGTH, instead(0, undefined)),
  ),
  defect('false-is-no-length', 'D65', '`stringOptions.length` may be false.').does(
    reads(UPSERTS, LENGTH, instead(false, undefined)),
  ),
  defect('required-is-converted', 'D65', 'The server accepts a string such as "true" as `required`.').does(
    readsText(UPSERTS, `${FIELD}.required`, (required) => required === 'true'),
  ),
  // The defect concerns only the type of `defaultValue`: the server still rejects a string that is not one of the
  // allowed values of the field.
  defect('default-is-not-looked-at', 'D65', 'The server accepts any type of value as `defaultValue`.').does(
    reads(UPSERTS, `${FIELD}.stringOptions.defaultValue`, (value) =>
      typeof value === 'string' ? value : 'none of these',
    ),
  ),
  defect('description-is-not-looked-at', 'D65', 'The server accepts any type of value as `description`.').does(
    reads(UPSERTS, `${FIELD}.description`, (description) =>
      typeof description === 'string' ? description : undefined,
    ),
  ),

  defect('value-type-is-an-enum', 'D64 D65', 'The server rejects a `valueType` other than `string`.').does(
    rejectsField(({ valueType }) => typeof valueType === 'string' && valueType !== '' && valueType !== 'string'),
  ),
  defect('length-is-at-least-two', 'D65', 'The server rejects a `stringOptions.length` of 1.').does(
    rejectsOptions(({ length }) => length === 1),
  ),
  defect('description-is-required', 'D64', 'The server rejects a field without `description`.').does(
    rejectsField((field) => !('description' in field)),
  ),
  defect('options-are-required', 'D10 D60 D64 D65', 'The server rejects a field without `stringOptions`.').does(
    rejectsField((field) => !('stringOptions' in field)),
  ),
  defect(
    'name-for-people-has-sixty-characters',
    'D65',
    'The server rejects a `displayName` of more than 60 characters.',
  ).does(rejectsField(({ displayName }) => isLong(displayName, 60))),
  defect(
    'description-has-140-characters',
    'D65',
    'The server rejects a `description` of more than 140 characters.',
  ).does(rejectsField(({ description }) => isLong(description, 140))),
  defect(
    'allowed-values-are-ascii',
    'D65',
    'The server rejects a field with non-ASCII characters in `stringOptions`.',
  ).does(rejectsField(({ stringOptions }) => /[^\x20-\x7e]/.test(JSON.stringify(stringOptions) ?? ''))),
  defect('default-has-140-characters', 'D65', 'The server rejects a `defaultValue` of more than 140 characters.').does(
    rejectsOptions(({ defaultValue }) => `${defaultValue}`.length > 140),
  ),
  defect('values-may-not-be-empty', 'D65', 'The server rejects an empty list in `stringOptions.values`.').does(
    rejectsOptions(({ values }) => Array.isArray(values) && !values[0]),
  ),
  defect(
    'contradictions-are-not-foreseen',
    'D15',
    'The server responds with 500 to a `defaultValue` that is not one of the allowed values.',
  ).does(
    rejects(
      UPSERTS,
      `${FIELD}.stringOptions`,
      (options) =>
        isObject(options) &&
        options.valuesRestricted === true &&
        Array.isArray(options.values) &&
        options.defaultValue !== undefined &&
        !options.values.includes(options.defaultValue),
      500,
    ),
  ),
  defect(
    'field-name-is-an-identifier',
    'D64',
    'The server rejects a `fieldName` with characters other than letters, digits and underscores.',
  ).does(rejectsField(({ fieldName }) => typeof fieldName === 'string' && !/^\w*$/.test(fieldName))),
  defect('group-is-as-long-as-a-uuid', 'D60', 'The server rejects a `groupRef` of more than 36 characters.').does(
    rejectsText(UPSERTS, 'groupRef', (groupRef) => groupRef.length > 36),
  ),
  defect(
    'group-is-a-slug',
    'D60 D64',
    'The server rejects a `groupRef` with characters other than letters, digits and hyphens.',
  ).does(rejectsText(UPSERTS, 'groupRef', (groupRef) => !/^[a-z0-9-]*$/i.test(groupRef))),
  defect(
    'unknown-member-of-a-field-is-refused',
    'D10',
    'The server rejects unknown properties of a field definition.',
  ).does(rejectsField((field) => Object.keys(field).some((name) => name.startsWith('x')))),
  defect(
    'opposite-orders-block-each-other',
    'D15',
    'Two concurrent upserts of the same fields in opposite orders end in a deadlock, so that one of them gets a 500.',
  ).does(() => {
    const running = new Set<string>();
    return async (request, forward) => {
      const groups = isOf(request, UPSERTS) ? Object.values((jsonOf(request)?.fields ?? {}) as JsonObject) : [];
      const names = groups.flatMap((group) => (Array.isArray(group) ? group.map((one) => one?.fieldName) : []));
      const opposite = JSON.stringify(names.toReversed());
      if (names.length > 1 && running.has(opposite)) return problem(500);
      const own = JSON.stringify(names);
      running.add(own);
      await sleep(names.length > 1 ? 10 : 0);
      running.delete(own);
      return forward(request);
    };
  }),
  defect(
    'length-only-grows',
    'D15',
    'The server responds with 500 to an upsert with a smaller `stringOptions.length` than the existing field has.',
  ).does(() => {
    const lengths = new Map<unknown, number>();
    return async (request, forward) => {
      const isSmaller = has(jsonOf(request), 'fields.*.*', (one) => {
        const { fieldName, stringOptions } = (one ?? {}) as JsonObject;
        const length = Number((stringOptions as JsonObject | undefined)?.length);
        const before = lengths.get(fieldName) ?? 0;
        if (length > before) lengths.set(fieldName, length);
        return length < before;
      });
      return isOf(request, UPSERTS) && isSmaller ? problem(500) : forward(request);
    };
  }),
];
