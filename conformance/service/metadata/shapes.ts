import type { JsonObject } from '../../../src/contract/json.ts';
import { TEXTS } from '../../engine/catalogue/text.ts';

/** Largest length of a text in a body with many texts, in UTF-16 units, so that the body is not too large. */
const MOST_TEXT = 100;

/** Field definitions by object name. */
export type Fields = Readonly<Record<string, readonly JsonObject[]>>;

/**
 * Rows for the tested bodies of upserts. The function `fields` of a row creates the field definitions of one body. Its
 * argument `name` is a function that returns a name that no earlier request has used.
 */
export const SHAPES: readonly (readonly [
  id: string,
  what: string,
  fields: (name: (prefix?: string) => string) => Fields,
  rule?: string | undefined,
  /** True if a service may reject the fields with 422 although the schema allows them (D08). */
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
  ['one-name-two-objects', 'one field name in two objects', (name) => shared(name())],
  [
    'texts-of-every-kind',
    'display names and descriptions with line breaks, quotes, markup and other texts',
    (name) => ({
      contact: TEXTS.filter(([, , kind]) => kind !== 'open')
        .map(([, make]) => make('Text'))
        .filter(({ length }) => length <= MOST_TEXT)
        .map((text) => field(name('f'), { displayName: text, description: text })),
    }),
    'D65',
  ],
  [
    'more-fields-than-page-would-hold',
    'more fields than fit on a usual page',
    // The body with these fields is smaller than 8 KiB, which is the maximum size of a body in some servers.
    (name) => ({ contact: Array.from({ length: 102 }, () => field(name('f'), { displayName: 'F' })) }),
  ],
  [
    'long-names-capitals-other-scripts-dots-hyphens-s',
    'field names that are long, in capitals, in other scripts, with punctuation or markup',
    (name) => ({
      contact: [
        'ABC',
        'größe_大きさ',
        // Field names with characters that Unicode normalization changes.
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
    'object names with capitals, dots, spaces and underscores',
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
    'an object with an empty name',
    (name) => ({ contact: [field(name())], '': [field(name())] }),
    undefined,
    true,
  ],
  [
    'names-every-javascript-object',
    'names of properties that every JavaScript object has',
    (name) => ({
      contact: ['constructor', 'toString', 'hasOwnProperty'].map((inherited) => field(inherited)),
      constructor: [field(name())],
      valueOf: [field(name())],
    }),
  ],
  [
    'names-special',
    'names with a special meaning in programming languages or databases',
    (name) => ({
      contact: SPECIAL_NAMES.map((special) => field(special)),
      ...Object.fromEntries(SPECIAL_NAMES.map((special) => [special, [field(name())]])),
    }),
    'D64',
    true,
  ],
  [
    'names-alike',
    'names that each begin with the previous name',
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
    'names as long as usual limits of database columns',
    (name) => ({
      contact: [30, 31, 63, 64, 65, 127, 128, 129, 255].map((length) => field(name().padEnd(length, 'x'))),
    }),
    'D64',
    true,
  ],
  [
    'names-longer',
    'names longer than usual limits of database columns',
    (name) => {
      const same = name().padEnd(255, 'x');
      const others = [300, 512, 513, 1000, 1025].map((length) => name().padEnd(length, 'x'));
      return { contact: [`${same}a`, `${same}b`, ...others].map((one) => field(one)) };
    },
    'D64',
    true,
  ],
  [
    'objects-hundreds',
    '300 objects',
    (name) => Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`object_${index}`, [field(name('f'))]])),
    undefined,
    true,
  ],
  [
    'fields-thousand',
    'an object with 1,500 fields of one object',
    (name) => ({ contact: Array.from({ length: 1500 }, () => field(name('f'), { displayName: 'F' })) }),
    undefined,
    true,
  ],
  // Some languages treat a map with the keys 0, 1 and so on as a list.
  [
    'names-are-numbers',
    'names that are numbers',
    () => ({ 0: [field('0')], 1: [field('0'), field('1')] }),
    'D64',
    true,
  ],
  [
    'optional-members',
    'optional properties',
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
    'other-spellings',
    'unknown properties with other spellings of known names',
    (name) => ({
      contact: [field(name(), { FieldName: name(), fieldname: name(), field_name: name(), ValueType: 'number' })],
    }),
    'D10',
  ],
  [
    'pad-space',
    'names that differ only in spaces, in letter case or in accents',
    (name) => {
      const same = name();
      return { contact: ['', ' ', '  ', '\u00a0', 'A', 'a', '\u00e4', 'a\u0308'].map((end) => field(same + end)) };
    },
    'D64',
    true,
  ],
  [
    'objects-pad-space',
    'object names that differ only in spaces, in letter case or in accents',
    (name) => {
      const same = name();
      const names = [same, `${same} `, ` ${same}`, ...['A', 'a', '\u00e4', 'a\u0308'].map((end) => same + end)];
      return Object.fromEntries(names.map((of) => [of, [field(name())]]));
    },
    'D64',
    true,
  ],
  [
    'names-beyond-bmp',
    'names with emoji',
    (name) => {
      const same = name();
      // The body is so large that some servers divide its result, so that a part may end inside a character.
      const others = Array.from({ length: 150 }, (_, index) => `${name('f')}${'🔑'.repeat(40 + (index % 2))}`);
      return { contact: [`${same}😀`, `${same}😁`, ...others].map((one) => field(one)) };
    },
    'D64',
    true,
  ],
  [
    'names-joined',
    'names whose combinations with the object name are equal',
    (name) => {
      const [first, last] = [name('a'), name('b')];
      return Object.fromEntries(
        ['.', '/', ':', '_', '|'].flatMap((separator) => [
          [`${first}${separator}x`, [field(last)]],
          [first, ['.', '/', ':', '_', '|'].map((one) => field(`x${one}${last}`))],
        ]),
      );
    },
    'D64',
    true,
  ],
  ['proto-field', 'a field named __proto__', (name) => ({ contact: [field('__proto__'), field(name())] }), 'D64', true],
  [
    'equal-values',
    'repeated values',
    (name) => ({ contact: [field(name(), { stringOptions: { values: ['one', 'one'] } })] }),
    'D65',
    true,
  ],
  [
    'value-types-beyond-one-interface-shows',
    'other value types than the example of the interface',
    (name) => ({
      contact: ['integer', 'boolean', 'datetime', 'other'].map((valueType) => field(name(), { valueType })),
    }),
    'D65',
  ],
];

/** Names with a special meaning in a programming language, a database, a template or a JSON Pointer. */
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

/**
 * Options that contradict each other, but that the schema accepts. A service may accept or reject contradictory options
 * (D68).
 */
export const CONTRADICTIONS: readonly JsonObject[] = [
  { valuesRestricted: true },
  { valuesRestricted: true, values: ['a', 'b'], defaultValue: 'c' },
  { length: 1, defaultValue: 'ab' },
];

/** Names of objects that a database or a library may not support, so a service may accept or reject the names. */
export const UNSUPPORTED_OBJECTS: readonly (readonly [id: string, what: string, name: string])[] = [
  ['named-proto', 'named __proto__', '__proto__'],
  ['name-1-000-characters', 'whose name has 1,000 characters', 'x'.repeat(1000)],
];

function shared(name: string): Fields {
  return { contact: [field(name)], account: [field(name)] };
}

export function field(fieldName: string, more: JsonObject = {}): JsonObject {
  return { fieldName, displayName: 'Conformance', valueType: 'string', ...more };
}
