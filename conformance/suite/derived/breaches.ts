import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { append } from '../../../src/contract/json-pointer.ts';
import { child, keyword, type SchemaChain } from '../../../src/contract/schema-walk.ts';
import { has } from './counted.ts';
import { type Place, places, replaced } from './places.ts';

/** Which constraint of a schema is broken, all else being right, and how. */
export interface Broken {
  /** Where. */
  readonly pointer: string;
  /** JSON Schema's name of the constraint. */
  readonly keyword: string;
  /** What is wrong, after the name of the place: `is missing`. */
  readonly what: string;
  /** Whether the place must be there. */
  readonly required: boolean;
}

/** One way to break one constraint. */
export interface Breach extends Broken {
  /** The kind of place of which one shows for all how they are looked at. */
  readonly alike?: string;
  /** The whole body with the breach in it. */
  readonly body: unknown;
}

type Change = readonly [keyword: string, what: string, value: unknown];

/** Values of another type that a lenient server would convert. */
const WRONG_TYPES: Readonly<Record<string, (value: unknown) => Change[]>> = {
  string: (value) => [
    ['type', 'is a number', 42],
    ['type', 'is true', true],
    ['type', 'is an array around the string', [value]],
    ['type', 'is an object', { value }],
  ],
  boolean: (value) => [
    ['type', 'is a string', String(value)],
    ['type', 'is a number', value === true ? 1 : 0],
  ],
  integer: (value) => [
    ['type', 'is a string', String(value)],
    ['type', 'is a fraction', Number(value) + 0.5],
    ['type', 'is true', true],
  ],
  number: (value) => [['type', 'is a string', String(value)]],
  array: (value) => [
    ['type', 'is an object', {}],
    ['type', 'is its first item alone', firstScalar(value)],
  ],
  object: (value) => [
    ['type', 'is a string', JSON.stringify(value)],
    ['type', 'is true', true],
    ['type', 'is an array around the object', [value]],
    ['type', 'is an empty array', []],
  ],
};

/** What a server takes for nothing, and does not look at, where it may be left out. */
const FALSY: Readonly<Record<string, readonly (readonly [what: string, value: unknown])[]>> = {
  string: [['is false', false]],
  boolean: [['is 0', 0]],
  integer: [['is false', false]],
  array: [['is an empty string', '']],
  object: [
    ['is false', false],
    ['is an empty string', ''],
  ],
};

/** Without its array, the item would pass for the array where it is one itself. */
function firstScalar(value: unknown): unknown {
  const first = Array.isArray(value) ? value[0] : undefined;
  return first === undefined || Array.isArray(first) ? 'text' : first;
}

/** What every check of a format refuses, also the usual short ones: which dots and colons an address may have, they differ in. */
const BAD_FORMATS: Readonly<Record<string, readonly string[]>> = {
  email: [
    'not-an-address',
    'no-domain@',
    '@example.com',
    'two@at@example.com',
    'a space@example.com',
    '',
    ' ',
    ' spaces@example.com ',
    'newline@example.com\n',
    'first line\nsecond@example.com',
    'one@example.com,two@example.com',
    'Name <one@example.com>',
  ],
  uuid: ['not-a-uuid'],
  'date-time': ['yesterday', '2026-01-15'],
  uri: ['not a uri'],
};

/** Each constraint at the place, broken alone. */
export function* breaches(document: JsonObject, body: unknown, place: Place): Generator<Breach> {
  const at = append('', ...place.path);
  if (place.path.length > 0) {
    for (const [name, what, value] of changes(place)) {
      yield { pointer: at, keyword: name, what, required: place.required, body: replaced(body, place.path, value) };
    }
    yield* falsy(body, place);
    yield* flat(body, place);
  }
  yield* missingMembers(body, place);
  yield* amongOthers(document, body, place);
}

function* falsy(body: unknown, { path, nodes, value, required }: Place): Generator<Breach> {
  const type = String(keyword(nodes, 'type'));
  // The number for `false` is 0 anyway.
  if (required || value === false) return;
  const pointer = append('', ...path);
  for (const [what, nothing] of FALSY[type] ?? [])
    yield { pointer, keyword: 'type', what, required, alike: `${type} ${what}`, body: replaced(body, path, nothing) };
}

/** A list of lists that a server also takes as one list, if none of its items is one. */
function* flat(body: unknown, { path, value, required }: Place): Generator<Breach> {
  const inner = Array.isArray(value) && Array.isArray(value[0]) ? value[0] : [];
  if (inner.length === 0) return;
  yield {
    pointer: append('', ...path, '0'),
    keyword: 'type',
    what: 'is no array, like all beside it',
    required,
    body: replaced(body, path, inner.slice(0, 1)),
  };
}

/** What a server that looks at the first item or member alone, or at the last, does not see: one more, with a mistake in it. */
function* amongOthers(document: JsonObject, body: unknown, { path, nodes, value }: Place): Generator<Breach> {
  const isMap = isObject(value) && keyword(nodes, 'properties') === undefined;
  const [first] = isMap || Array.isArray(value) ? Object.values(value) : [];
  if (first === undefined) return;
  const ways: readonly [name: string, beside: string, add: (item: unknown) => unknown][] = Array.isArray(value)
    ? [
        [String(value.length), 'the ones before it being right', (item) => [...value, item]],
        ['0', 'the ones after it being right', (item) => [item, ...value]],
      ]
    : [
        ['another', 'the ones before it being right', (item) => ({ ...(value as JsonObject), another: item })],
        ['another', 'the ones after it being right', (item) => ({ another: item, ...(value as JsonObject) })],
      ];
  for (const [name, beside, add] of ways) {
    const breach = firstMistake(document, nodes, name, first);
    if (!breach) continue;
    yield {
      ...breach,
      pointer: append('', ...path, name) + breach.pointer,
      what: `${breach.what}, ${beside}`,
      body: replaced(body, path, add(breach.body)),
    };
  }
}

/** The first mistake that can be made in such an item. */
function firstMistake(document: JsonObject, nodes: SchemaChain, name: string, item: unknown): Breach | undefined {
  const items = child(document, nodes, name);
  if (!items) return undefined;
  const inner = [...places(document, items[0], item)].flatMap((place) => [
    ...missingMembers(item, place),
    ...typeErrors(item, place),
  ]);
  return inner.find((one) => one.keyword === 'required') ?? inner[0];
}

function* typeErrors(body: unknown, { path, nodes, value, required }: Place): Generator<Breach> {
  for (const [name, what, change] of WRONG_TYPES[String(keyword(nodes, 'type'))]?.(value) ?? []) {
    yield { pointer: append('', ...path), keyword: name, what, required, body: replaced(body, path, change) };
  }
}

function* missingMembers(body: unknown, { path, nodes, value }: Place): Generator<Breach> {
  const required = keyword(nodes, 'required');
  if (!Array.isArray(required) || !isObject(value)) return;
  for (const name of required.map(String).filter((member) => Object.hasOwn(value, member))) {
    const member = [...path, name];
    yield {
      pointer: append('', ...member),
      keyword: 'required',
      what: 'is missing',
      required: true,
      body: replaced(body, member, undefined),
    };
    const alias = inSnakeCase(name);
    if (alias === name || Object.hasOwn(value, alias)) continue;
    yield {
      pointer: append('', ...member),
      keyword: 'required',
      what: `is there as \`${alias}\` alone`,
      required: true,
      body: replaced(replaced(body, member, undefined), [...path, alias], value[name]),
    };
  }
}

/** As many languages write the name of a field, and some frameworks then take it, too. */
function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

function* changes({ nodes, value }: Place): Generator<Change> {
  const type = keyword(nodes, 'type');
  yield* WRONG_TYPES[String(type)]?.(value) ?? [];
  if (type !== undefined && ![type].flat().includes('null')) yield ['type', 'is null', null];
  const values = keyword(nodes, 'enum');
  if (Array.isArray(values)) yield* enumMisses(values);
  const minLength = Number(keyword(nodes, 'minLength') ?? 0);
  if (minLength > 0) yield ['minLength', has(minLength - 1, 'character'), 'x'.repeat(minLength - 1)];
  const maxLength = keyword(nodes, 'maxLength');
  if (typeof maxLength === 'number') yield* tooLong(maxLength);
  const minimum = keyword(nodes, 'minimum');
  if (typeof minimum === 'number') {
    yield ['minimum', `is ${minimum - 1}`, minimum - 1];
    if (minimum > 0) yield ['minimum', 'is -1', -1];
  }
  const maximum = keyword(nodes, 'maximum');
  if (typeof maximum === 'number') yield ['maximum', `is ${maximum + 1}`, maximum + 1];
  const minItems = Number(keyword(nodes, 'minItems') ?? 0);
  if (minItems > 0 && Array.isArray(value)) yield ['minItems', has(minItems - 1, 'item'), value.slice(0, minItems - 1)];
  const maxItems = keyword(nodes, 'maxItems');
  if (typeof maxItems === 'number' && Array.isArray(value)) {
    yield ['maxItems', has(maxItems + 1, 'item'), Array.from({ length: maxItems + 1 }, () => value[0])];
  }
  for (const bad of BAD_FORMATS[String(keyword(nodes, 'format'))] ?? [])
    yield ['format', `is ${JSON.stringify(bad)}`, bad];
}

/** Near misses: letter case, one letter off, a word that is plausible. */
function* enumMisses(values: readonly unknown[]): Generator<Change> {
  const [first] = values;
  if (typeof first !== 'string') return;
  const swapped = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  const misses = [swapped, `${first}x`, first.slice(0, -1), ` ${first}`, ''];
  for (const miss of misses) if (!values.includes(miss)) yield ['enum', `is ${JSON.stringify(miss)}`, miss];
}

/** Characters are Unicode code points: neither UTF-16 units nor what a reader sees as one. */
function* tooLong(maxLength: number): Generator<Change> {
  const length = maxLength + 1;
  yield ['maxLength', has(length, 'character'), 'x'.repeat(length)];
  yield ['maxLength', `has ${length} code points beyond the BMP`, '\u{1F511}'.repeat(length)];
  const pairs = Math.ceil(length / 2);
  yield ['maxLength', `has ${pairs * 2} code points in ${pairs} graphemes`, 'e\u0301'.repeat(pairs)];
}
