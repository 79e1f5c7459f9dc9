import type { JsonObject } from '../../../src/contract/json.ts';

/** Field definitions by object name. */
export type Fields = Readonly<Record<string, readonly JsonObject[]>>;

/** The fields of one upsert, made of unused names. */
export const SHAPES: readonly (readonly [
  id: string,
  what: string,
  fields: (name: (prefix?: string) => string) => Fields,
  rule?: string | undefined,
  /** A service may find it impossible, since no schema describes it: 422 (D08). */
  isOpen?: boolean,
])[] = [
  [
    'several-fields-several-objects',
    'several fields of several objects',
    (name) => ({
      contact: [1, 2, 3].map(() => field(name())),
      Account: [1, 2].map(() => field(name())),
      ...Object.fromEntries(
        ['opportunities', 'leads', 'task', 'user', 'campaign', 'case', 'contract', 'product', 'order', 'price'].map(
          (object) => [object, [field(name())]],
        ),
      ),
    }),
  ],
  ['one-name-two-objects', 'one name in two objects', (name) => shared(name())],
  [
    'more-fields-than-page-would-hold',
    'more fields than a page would hold',
    // In less than the 8 KiB that a server may well end at.
    (name) => ({ contact: Array.from({ length: 102 }, () => field(name('f'), { displayName: 'F' })) }),
  ],
  [
    'long-names-capitals-other-scripts-dots-hyphens-s',
    'long names, in capitals, of other scripts, with dots, hyphens, spaces and markup',
    (name) => ({
      contact: [
        'ABC',
        'größe_大きさ',
        // Other characters in the normal forms of Unicode.
        'e\u0301_\ufb01',
        'a.b.c',
        'a-b',
        'a b',
        'a/b',
        'a%20b',
        ' ',
        '_snake_case__c',
        '<b>&"\'',
        'x'.repeat(150),
      ].map((part) => field(`${name()}${part}`)),
    }),
    'D64',
    true,
  ],
  [
    'objects-named-capitals-dots-spaces-underscores',
    'objects named in capitals, with dots, spaces and underscores',
    (name) => Object.fromEntries(['crm.Contact', 'Sales Order', 'custom_object__c'].map((of) => [of, [field(name())]])),
  ],
  [
    'object-without-fields',
    'an object without fields',
    (name) => ({ contact: [field(name())], account: [] }),
    undefined,
    true,
  ],
  [
    'object-without-name',
    'an object whose name is empty',
    (name) => ({ contact: [field(name())], '': [field(name())] }),
    undefined,
    true,
  ],
  [
    'names-every-javascript-object',
    'names that every JavaScript object has',
    (name) => ({
      contact: ['constructor', 'toString', 'hasOwnProperty'].map((inherited) => field(inherited)),
      constructor: [field(name())],
      valueOf: [field(name())],
    }),
  ],
  [
    'names-special',
    'names that languages and stores give a meaning',
    (name) => ({
      contact: SPECIAL_NAMES.map((special) => field(special)),
      ...Object.fromEntries(SPECIAL_NAMES.map((special) => [special, [field(name())]])),
    }),
    'D64',
    true,
  ],
  [
    'names-alike',
    'names of which each begins with the one before it',
    (name) => {
      const first = name();
      return {
        contact: ['', 'a', 'ab', 'ab_', 'ab_1', 'ab_10'].map((end) => field(first + end)),
        ...Object.fromEntries(['obj', 'obj1', 'obj10', 'object'].map((object) => [object, [field(first)]])),
      };
    },
  ],
  [
    'names-long',
    'names of lengths at which columns end',
    (name) => ({
      contact: [30, 31, 63, 64, 65, 127, 128, 129, 255].map((length) => field(name().padEnd(length, 'x'))),
    }),
    'D64',
    true,
  ],
  [
    'objects-hundreds',
    '300 objects',
    (name) => Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`object_${index}`, [field(name('f'))]])),
    'D64',
    true,
  ],
  [
    'fields-thousand',
    '1,000 fields of one object',
    (name) => ({ contact: Array.from({ length: 1000 }, () => field(name('f'), { displayName: 'F' })) }),
    'D64',
    true,
  ],
  // A list, where a language tells one from a map by its keys.
  [
    'names-are-numbers',
    'names that are numbers',
    () => ({ 0: [field('0')], 1: [field('0'), field('1')] }),
    'D64',
    true,
  ],
  [
    'optional-members',
    'optional members',
    (name) => ({
      contact: [
        field(name(), { required: true }),
        field(name(), { required: false, description: 'A note' }),
        field(name(), { stringOptions: { length: 30 } }),
        field(name(), {
          stringOptions: { length: 10, defaultValue: 'one', values: ['one', 'two'], valuesRestricted: true },
        }),
      ],
    }),
    'D65',
  ],
  [
    'equal-values',
    'values of which two are equal',
    (name) => ({ contact: [field(name(), { stringOptions: { values: ['one', 'one'] } })] }),
    'D65',
    true,
  ],
  [
    'value-types-beyond-one-interface-shows',
    'value types beyond the one that the interface shows',
    (name) => ({
      contact: ['integer', 'boolean', 'datetime', 'other'].map((valueType) => field(name(), { valueType })),
    }),
    'D65',
  ],
];

/** Names that a language, a store, a template or JSON Pointer gives a meaning. */
const SPECIAL_NAMES = [
  ...[
    '_id',
    '_',
    '__v',
    '$ref',
    '$set',
    '$',
    '.',
    '..',
    'a..b',
    'a[0]',
    'a[]',
    '/',
    '~',
    '~0',
    '~1',
    'a~1b',
    '#',
    '?',
    '*',
  ],
  ...['length', 'name', 'prototype', 'then', 'toJSON', 'default', 'class', 'id', 'type', 'fields', 'success', 'action'],
  ...['null', 'true', 'undefined', 'NaN', '-1', '01', '1e3', '@type', ':id', '%s', '{0}', "it's", 'a\\b', 'a\tb'],
];

/** Valid by the schema; whether a service takes them is its own matter (D68). */
export const CONTRADICTIONS: readonly JsonObject[] = [
  { valuesRestricted: true },
  { valuesRestricted: true, values: ['a', 'b'], defaultValue: 'c' },
  { length: 1, defaultValue: 'ab' },
];

/** Names of objects that a store or a library may choke on; whether a service takes them is its own matter. */
export const HARD_OBJECTS: readonly (readonly [id: string, what: string, name: string])[] = [
  ['named-proto', 'named __proto__', '__proto__'],
  ['name-1-000-characters', 'whose name has 1,000 characters', 'x'.repeat(1000)],
];

function shared(name: string): Fields {
  return { contact: [field(name)], account: [field(name)] };
}

export function field(fieldName: string, more: JsonObject = {}): JsonObject {
  return { fieldName, displayName: 'Conformance', valueType: 'string', ...more };
}
