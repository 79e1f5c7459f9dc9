import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import { isOf, jsonOf, mapped, refuses, UPSERTS } from './messages.ts';
import { type Misreading, misreadings, orElse } from './misreadings.ts';

const FIELD = 'fields.*.*';
const unlessEmpty = (value: unknown) => (value === '' ? 'unnamed' : value);

/** The first as it is; of the others, the name alone. */
const firstAsItIs = (fields: unknown) =>
  Array.isArray(fields)
    ? fields.map((field, index) =>
        index === 0 || !isObject(field) || typeof field.fieldName !== 'string'
          ? field
          : { fieldName: field.fieldName, displayName: 'Later', valueType: 'string' },
      )
    : fields;

/** Bodies that are taken though they should be refused. */
const TAKEN: readonly Misreading[] = [
  [
    'later-fields-have-a-name-alone',
    'Of all fields but the first, the name is read.',
    ['D64', 'D65'],
    'fields.*',
    firstAsItIs,
  ],
  ['group-is-not-required', '`groupRef` has a default.', ['D60'], 'groupRef', orElse('default')],
  ['fields-are-not-required', 'An upsert without `fields` does nothing.', ['D60'], 'fields', orElse({})],
  [
    'display-name-has-a-default',
    'A field without `displayName` is taken.',
    ['D64'],
    `${FIELD}.displayName`,
    orElse('x'),
  ],
  [
    'value-type-has-a-default',
    'A field without `valueType` is taken.',
    ['D64'],
    `${FIELD}.valueType`,
    orElse('string'),
  ],
  [
    'field-name-in-snake-case',
    '`fieldName` may be called `field_name`, as the column is called.',
    ['D64'],
    FIELD,
    (field) =>
      isObject(field) && field.fieldName === undefined && field.field_name !== undefined
        ? { ...field, fieldName: field.field_name }
        : field,
  ],
  ['field-name-may-be-empty', 'An empty `fieldName` is taken.', ['D64'], `${FIELD}.fieldName`, unlessEmpty],
  ['group-may-be-empty', 'An empty `groupRef` is taken.', ['D64'], 'groupRef', unlessEmpty],
  [
    'length-may-be-zero',
    '`stringOptions.length` may be 0.',
    ['D65'],
    `${FIELD}.stringOptions.length`,
    (length) => (length === 0 ? undefined : length),
  ],
  [
    'false-is-no-length',
    '`stringOptions.length` is not looked at where it counts as false.',
    ['D65'],
    `${FIELD}.stringOptions.length`,
    (length) => (length === false ? undefined : length),
  ],
  [
    'required-is-converted',
    'A string is taken for the boolean `required`.',
    ['D65'],
    `${FIELD}.required`,
    (required) => (typeof required === 'string' ? required === 'true' : required),
  ],
  [
    'default-is-not-looked-at',
    'A default value may be anything; as it is then none of the allowed values, it is refused with them.',
    ['D65'],
    `${FIELD}.stringOptions.defaultValue`,
    (value) => (typeof value === 'string' ? value : 'none of these'),
  ],
  [
    'description-is-not-looked-at',
    '`description` may be anything.',
    ['D65'],
    `${FIELD}.description`,
    (description) => (typeof description === 'string' ? description : undefined),
  ],
];

/** Defects of reading object metadata: D10, D60, D64 and D65. */
export const metadata: readonly Defect[] = [
  ...misreadings(UPSERTS, TAKEN),
  {
    name: 'value-type-is-an-enum',
    description: '`valueType` must be `string`.',
    breaks: ['D64', 'D65'],
    create: refusesField(
      ({ valueType }) => typeof valueType === 'string' && valueType !== '' && valueType !== 'string',
    ),
  },
  {
    name: 'length-is-at-least-two',
    description: '`stringOptions.length` of 1 is refused.',
    breaks: ['D65'],
    create: refusesField(({ stringOptions }) => isObject(stringOptions) && stringOptions.length === 1),
  },
  {
    name: 'description-is-required',
    description: 'A field without `description` is refused.',
    breaks: ['D64'],
    create: refusesField((field) => !('description' in field)),
  },
  {
    name: 'options-are-required',
    description: 'A field without `stringOptions` is refused.',
    breaks: ['D64'],
    create: refusesField((field) => !('stringOptions' in field)),
  },
  {
    name: 'name-for-people-has-sixty-characters',
    description: 'A `displayName` of more than 60 characters is refused.',
    breaks: ['D65'],
    create: refusesField(({ displayName }) => typeof displayName === 'string' && displayName.length > 60),
  },
  {
    name: 'description-has-140-characters',
    description: 'A `description` of more than 140 characters is refused.',
    breaks: ['D65'],
    create: refusesField(({ description }) => typeof description === 'string' && description.length > 140),
  },
  {
    name: 'allowed-values-are-ascii',
    description: '`stringOptions.values` that hold a character beyond ASCII are refused.',
    breaks: ['D65'],
    create: refusesField(({ stringOptions }) => /[^\x20-\x7e]/.test(JSON.stringify(stringOptions) ?? '')),
  },
  {
    name: 'default-has-140-characters',
    description:
      'A `stringOptions.defaultValue` of more than 140 characters is refused, also where its length allows it.',
    breaks: ['D65'],
    create: refusesField(
      ({ stringOptions }) => isObject(stringOptions) && `${stringOptions.defaultValue}`.length > 140,
    ),
  },
  {
    name: 'values-may-not-be-empty',
    description: '`stringOptions.values` needs an item, also where other values are allowed.',
    breaks: ['D65'],
    create: refusesField(
      ({ stringOptions }) => isObject(stringOptions) && Array.isArray(stringOptions.values) && !stringOptions.values[0],
    ),
  },
  {
    name: 'contradictions-are-not-foreseen',
    description: 'A default that is none of the values that a string is restricted to ends in a 500.',
    breaks: ['D15'],
    create: refusesField(
      ({ stringOptions }) =>
        isObject(stringOptions) &&
        stringOptions.valuesRestricted === true &&
        Array.isArray(stringOptions.values) &&
        stringOptions.defaultValue !== undefined &&
        !stringOptions.values.includes(stringOptions.defaultValue),
      500,
    ),
  },
  {
    name: 'field-name-is-an-identifier',
    description: 'A `fieldName` has letters, digits and underscores alone.',
    breaks: ['D64'],
    create: refusesField(({ fieldName }) => typeof fieldName === 'string' && !/^\w*$/.test(fieldName)),
  },
  {
    name: 'group-is-as-long-as-a-uuid',
    description: '`groupRef` may have 36 characters at most.',
    breaks: ['D60'],
    create: refuses((request) => {
      const groupRef = isOf(request, UPSERTS) ? jsonOf(request)?.groupRef : undefined;
      return typeof groupRef === 'string' && groupRef.length > 36;
    }, 400),
  },
  {
    name: 'group-is-a-slug',
    description: '`groupRef` may hold letters, digits and hyphens alone.',
    breaks: ['D60', 'D64'],
    create: refuses((request) => {
      const groupRef = isOf(request, UPSERTS) ? jsonOf(request)?.groupRef : undefined;
      return typeof groupRef === 'string' && !/^[a-z0-9-]*$/i.test(groupRef);
    }, 400),
  },
  {
    name: 'unknown-member-of-a-field-is-refused',
    description: 'A field definition refuses members that it does not know.',
    breaks: ['D10'],
    create: refusesField((field) => Object.keys(field).some((name) => name.startsWith('x'))),
  },
];

function refusesField(isRefused: (field: JsonObject) => boolean, status = 400): Defect['create'] {
  return refuses((request) => {
    let found = false;
    const body = isOf(request, UPSERTS) ? jsonOf(request) : undefined;
    mapped(body, FIELD, (field) => {
      found ||= isObject(field) && isRefused(field);
      return field;
    });
    return found;
  }, status);
}
