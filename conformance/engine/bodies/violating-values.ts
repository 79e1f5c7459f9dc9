import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { append } from '../../../src/contract/json-pointer.ts';
import { child, keyword, type SchemaChain } from '../../../src/contract/schema/schema-walk.ts';
import { type Place, places, replaced } from './body-places.ts';

/** Which constraint of a schema is broken, all else being right, and how. */
export interface Broken {
  /** Where. */
  readonly pointer: string;
  /** JSON Schema's name of the constraint. */
  readonly keyword: string;
  /** Stable, unlike the words: `null`, `missing`. */
  readonly id: string;
  /** What is wrong, after the name of the place: `is missing`. */
  readonly what: string;
  /** True if the place must be there. */
  readonly required: boolean;
}

/** One way to break one constraint. */
export interface Breach extends Broken {
  /** The kind of place of which one shows for all how they are looked at. */
  readonly alike?: string;
  /** The whole body with the breach in it. */
  readonly body: unknown;
}

type Change = readonly [keyword: string, id: string, what: string, value: unknown];

/** Values of another type that a lenient server would convert. */
const WRONG_TYPES: Readonly<Record<string, (value: unknown) => Change[]>> = {
  string: (value) => [
    ['type', 'number', 'is a number', 42],
    ['type', 'true', 'is true', true],
    ['type', 'wrapped', 'is an array around the string', [value]],
    ['type', 'object', 'is an object', { value }],
  ],
  boolean: (value) => [
    ['type', 'string', 'is a string', String(value)],
    ['type', 'number', 'is a number', value === true ? 1 : 0],
  ],
  integer: (value) => [
    ['type', 'string', 'is a string', String(value)],
    ['type', 'fraction', 'is a fraction', Number(value) + 0.5],
    ['type', 'true', 'is true', true],
  ],
  number: (value) => [['type', 'string', 'is a string', String(value)]],
  array: (value) => [
    ['type', 'object', 'is an object', {}],
    ['type', 'unwrapped', 'is its first item alone', firstScalar(value)],
  ],
  object: (value) => [
    ['type', 'string', 'is a string', JSON.stringify(value)],
    ['type', 'true', 'is true', true],
    ['type', 'wrapped', 'is an array around the object', [value]],
    ['type', 'empty-array', 'is an empty array', []],
  ],
};

/** What a server takes for nothing, and does not look at, where it may be left out. */
const FALSY: Readonly<Record<string, readonly (readonly [id: string, what: string, value: unknown])[]>> = {
  string: [['false', 'is false', false]],
  boolean: [['zero', 'is 0', 0]],
  integer: [['false', 'is false', false]],
  array: [['empty-string', 'is an empty string', '']],
  object: [
    ['false', 'is false', false],
    ['empty-string', 'is an empty string', ''],
  ],
};

/** Without its array, the item would pass for the array where it is one itself. */
function firstScalar(value: unknown): unknown {
  const first = Array.isArray(value) ? value[0] : undefined;
  return first === undefined || Array.isArray(first) ? 'text' : first;
}

/** What every check of a format rejects, also the usual short ones: which dots and colons an address may have, they differ in. */
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
  if (place.path.length > 0) {
    for (const change of changes(place)) yield breachAt(body, place, change);
    yield* falsy(body, place);
    yield* flat(body, place);
  }
  yield* missingMembers(body, place);
  yield* amongOthers(document, body, place);
}

/** The body with another value at the place; undefined removes it. */
function breachAt(
  body: unknown,
  { path, required }: Pick<Place, 'path' | 'required'>,
  [name, id, what, value]: Change,
): Breach {
  return { pointer: append('', ...path), keyword: name, id, what, required, body: replaced(body, path, value) };
}

function* falsy(body: unknown, place: Place): Generator<Breach> {
  const type = String(keyword(place.nodes, 'type'));
  // The number for `false` is 0 anyway.
  if (place.required || place.value === false) return;
  for (const [id, what, nothing] of FALSY[type] ?? [])
    yield { ...breachAt(body, place, ['type', id, what, nothing]), alike: `${type} ${id}` };
}

/** A list of lists that a server also takes as one list, if none of its items is one. */
function* flat(body: unknown, place: Place): Generator<Breach> {
  const [inner] = Array.isArray(place.value) ? place.value : [];
  if (!Array.isArray(inner) || inner.length === 0) return;
  const change: Change = ['type', 'flat', 'is no array, like all beside it', inner.slice(0, 1)];
  yield { ...breachAt(body, place, change), pointer: append('', ...place.path, '0') };
}

/** What a server that looks at the first item or member alone, or at the last, does not see: one more, with a mistake in it. */
function* amongOthers(document: JsonObject, body: unknown, { path, nodes, value }: Place): Generator<Breach> {
  const isMap = isObject(value) && keyword(nodes, 'properties') === undefined;
  const [first] = isMap || Array.isArray(value) ? Object.values(value) : [];
  if (first === undefined) return;
  const ways: readonly [name: string, id: string, beside: string, add: (item: unknown) => unknown][] = Array.isArray(
    value,
  )
    ? [
        [String(value.length), 'last', 'the ones before it being right', (item) => [...value, item]],
        ['0', 'first', 'the ones after it being right', (item) => [item, ...value]],
      ]
    : [
        ['another', 'last', 'the ones before it being right', (item) => ({ ...(value as JsonObject), another: item })],
        ['another', 'first', 'the ones after it being right', (item) => ({ another: item, ...(value as JsonObject) })],
      ];
  for (const [name, id, beside, add] of ways) {
    const breach = firstMistake(document, nodes, name, first);
    if (!breach) continue;
    yield {
      ...breach,
      pointer: append('', ...path, name) + breach.pointer,
      id: `${breach.id}-${id}`,
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

function typeErrors(body: unknown, place: Place): Breach[] {
  const wrong = WRONG_TYPES[String(keyword(place.nodes, 'type'))]?.(place.value) ?? [];
  return wrong.map((change) => breachAt(body, place, change));
}

function* missingMembers(body: unknown, { path, nodes, value }: Place): Generator<Breach> {
  const required = keyword(nodes, 'required');
  if (!Array.isArray(required) || !isObject(value)) return;
  for (const name of required.map(String).filter((member) => Object.hasOwn(value, member))) {
    const member = { path: [...path, name], required: true };
    const missing = breachAt(body, member, ['required', 'missing', 'is missing', undefined]);
    yield missing;
    const alias = inSnakeCase(name);
    if (alias === name || Object.hasOwn(value, alias)) continue;
    yield {
      ...missing,
      ...{ id: 'snake-case', what: `is there as \`${alias}\` alone` },
      body: replaced(missing.body, [...path, alias], value[name]),
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
  if (type !== undefined && ![type].flat().includes('null')) yield ['type', 'null', 'is null', null];
  const values = keyword(nodes, 'enum');
  if (Array.isArray(values)) yield* enumMisses(values);
  const minLength = Number(keyword(nodes, 'minLength') ?? 0);
  if (minLength > 0) yield ['minLength', 'too-short', has(minLength - 1, 'character'), 'x'.repeat(minLength - 1)];
  const maxLength = keyword(nodes, 'maxLength');
  if (typeof maxLength === 'number') yield* tooLong(maxLength);
  const minimum = keyword(nodes, 'minimum');
  if (typeof minimum === 'number') {
    yield ['minimum', 'too-small', `is ${minimum - 1}`, minimum - 1];
    if (minimum > 0) yield ['minimum', 'negative', 'is -1', -1];
  }
  const maximum = keyword(nodes, 'maximum');
  if (typeof maximum === 'number') yield ['maximum', 'too-large', `is ${maximum + 1}`, maximum + 1];
  const minItems = Number(keyword(nodes, 'minItems') ?? 0);
  if (minItems > 0 && Array.isArray(value))
    yield ['minItems', 'too-few', has(minItems - 1, 'item'), value.slice(0, minItems - 1)];
  const maxItems = keyword(nodes, 'maxItems');
  if (typeof maxItems === 'number' && Array.isArray(value)) {
    yield ['maxItems', 'too-many', has(maxItems + 1, 'item'), Array.from({ length: maxItems + 1 }, () => value[0])];
  }
  for (const [index, bad] of (BAD_FORMATS[String(keyword(nodes, 'format'))] ?? []).entries())
    yield ['format', `near-miss-${index + 1}`, `is ${JSON.stringify(bad)}`, bad];
}

/** Near misses: letter case, one letter off, a word that is plausible. */
function* enumMisses(values: readonly unknown[]): Generator<Change> {
  const [first] = values;
  if (typeof first !== 'string') return;
  const swapped = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  yield ['enum', 'ordinal', 'is 0', 0];
  const misses = [swapped, `${first}x`, first.slice(0, -1), ` ${first}`, ''];
  for (const [index, miss] of misses.entries())
    if (!values.includes(miss)) yield ['enum', `near-miss-${index + 1}`, `is ${JSON.stringify(miss)}`, miss];
}

/** Characters are Unicode code points: neither UTF-16 units nor what a reader sees as one. */
function* tooLong(maxLength: number): Generator<Change> {
  const length = maxLength + 1;
  yield ['maxLength', 'too-long', has(length, 'character'), 'x'.repeat(length)];
  yield ['maxLength', 'too-long-beyond-bmp', `has ${length} code points beyond the BMP`, '\u{1F511}'.repeat(length)];
  const pairs = Math.ceil(length / 2);
  yield [
    'maxLength',
    'too-long-in-graphemes',
    `has ${pairs * 2} code points in ${pairs} graphemes`,
    'e\u0301'.repeat(pairs),
  ];
}

/** `has 1 item`, `has 255 characters`. */
export function has(count: number, noun: string): string {
  return `has ${count} ${noun}${count === 1 ? '' : 's'}`;
}
