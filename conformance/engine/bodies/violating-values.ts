import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { append } from '../../../src/contract/json-pointer.ts';
import { child, keyword, type SchemaChain } from '../../../src/contract/schema/schema-walk.ts';
import { type BodyPlace, places, replaced } from './body-places.ts';

/** A value that violates exactly one constraint of a schema. */
export interface InvalidValue {
  /** JSON Pointer to the invalid value. */
  readonly pointer: string;
  /** The violated keyword of JSON Schema. */
  readonly keyword: string;
  /** The ID of the change, such as `null` or `missing`, which stays the same if the text in `what` changes. */
  readonly id: string;
  /** The predicate after the name of the property, such as `is missing`. */
  readonly what: string;
  /** True if the schema requires the property. */
  readonly required: boolean;
}

/** A body with one invalid value. */
export interface InvalidBody extends InvalidValue {
  /** The name of a group of similar violations. The suite tests one violation per group. */
  readonly group?: string;
  /** The complete body, which contains the invalid value. */
  readonly body: unknown;
}

type Change = readonly [keyword: string, id: string, what: string, value: unknown];

/** Values of a wrong JSON type that a lenient server may convert to the expected type, by expected type. */
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
    ['type', 'unwrapped', 'is only the first item of the array', firstScalar(value)],
  ],
  object: (value) => [
    ['type', 'string', 'is a string', JSON.stringify(value)],
    ['type', 'true', 'is true', true],
    ['type', 'wrapped', 'is an array around the object', [value]],
    ['type', 'empty-array', 'is an empty array', []],
  ],
};

/**
 * Values of a wrong JSON type that JavaScript treats as false, and that a server may treat like a missing property, by
 * expected type.
 */
const FALSY: Readonly<Record<string, readonly (readonly [id: string, what: string, value: unknown])[]>> = {
  string: [['false', 'is false', false]],
  boolean: [
    ['zero', 'is 0', 0],
    ['empty-string', 'is an empty string', ''],
  ],
  integer: [
    ['false', 'is false', false],
    ['empty-string', 'is an empty string', ''],
  ],
  array: [['empty-string', 'is an empty string', '']],
  object: [
    ['false', 'is false', false],
    ['empty-string', 'is an empty string', ''],
  ],
};

/**
 * The first item of an array, as an invalid value in place of the array. An array as the first item may be valid in
 * place of the whole array, so the function returns a string instead.
 */
function firstScalar(value: unknown): unknown {
  const first = Array.isArray(value) ? value[0] : undefined;
  return first === undefined || Array.isArray(first) ? 'text' : first;
}

/**
 * Values that every validator of a format rejects. The invalid email addresses in this table have no dots or colons in
 * unusual positions, which some validators accept and other validators reject.
 */
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
    'full-width＠example.com',
  ],
  uuid: ['not-a-uuid'],
  'date-time': ['yesterday', '2026-01-15'],
  uri: ['not a uri'],
};

/** Bodies that violate exactly one constraint: of the given value, of its properties or of its items. */
export function* invalidBodies(document: JsonObject, body: unknown, place: BodyPlace): Generator<InvalidBody> {
  if (place.path.length > 0) {
    for (const change of changes(place)) yield invalidBodyAt(body, place, change);
    yield* falsy(body, place);
    yield* flattened(body, place);
  }
  yield* missingProperties(body, place);
  yield* additionalItems(document, body, place);
}

/** A copy of the body with an invalid value at the given path. The value `undefined` removes the property. */
function invalidBodyAt(
  body: unknown,
  { path, required }: Pick<BodyPlace, 'path' | 'required'>,
  [name, id, what, value]: Change,
): InvalidBody {
  return { pointer: append('', ...path), keyword: name, id, what, required, body: replaced(body, path, value) };
}

function* falsy(body: unknown, place: BodyPlace): Generator<InvalidBody> {
  const type = String(keyword(place.nodes, 'type'));
  // If the valid value is false, the function generates no body: `WRONG_TYPES` already has a body in which 0 replaces
  // false.
  if (place.required || place.value === false) return;
  for (const [id, what, nothing] of FALSY[type] ?? [])
    yield { ...invalidBodyAt(body, place, ['type', id, what, nothing]), group: `${type} ${id}` };
}

/**
 * An array of arrays in which one item is not an array, since a server may accept a flat array instead of an array of
 * arrays.
 */
function* flattened(body: unknown, place: BodyPlace): Generator<InvalidBody> {
  const [inner] = Array.isArray(place.value) ? place.value : [];
  if (!Array.isArray(inner) || inner.length === 0) return;
  const change: Change = ['type', 'flat', 'is not an array, like all other items', inner.slice(0, 1)];
  yield { ...invalidBodyAt(body, place, change), pointer: append('', ...place.path, '0') };
}

/**
 * Bodies with an additional invalid item or entry at the start or at the end of an array or map, to detect a server
 * that validates only some of the items or entries.
 */
function* additionalItems(
  document: JsonObject,
  body: unknown,
  { path, nodes, value }: BodyPlace,
): Generator<InvalidBody> {
  const isMap = isObject(value) && keyword(nodes, 'properties') === undefined;
  const [first] = isMap || Array.isArray(value) ? Object.values(value) : [];
  if (first === undefined) return;
  const ways: readonly [name: string, id: string, position: string, add: (item: unknown) => unknown][] = Array.isArray(
    value,
  )
    ? [
        [String(value.length), 'last', 'after valid items', (item) => [...value, item]],
        ['0', 'first', 'before valid items', (item) => [item, ...value]],
      ]
    : [
        ['another', 'last', 'after valid entries', (item) => ({ ...(value as JsonObject), another: item })],
        ['another', 'first', 'before valid entries', (item) => ({ another: item, ...(value as JsonObject) })],
      ];
  for (const [name, id, position, add] of ways) {
    const invalid = firstViolation(document, nodes, name, first);
    if (!invalid) continue;
    yield {
      ...invalid,
      pointer: append('', ...path, name) + invalid.pointer,
      id: `${invalid.id}-${id}`,
      what: `${invalid.what}, ${position}`,
      body: replaced(body, path, add(invalid.body)),
    };
  }
}

/** The first violation inside an item of the array: a missing property if possible, otherwise a wrong type. */
function firstViolation(
  document: JsonObject,
  nodes: SchemaChain,
  name: string,
  item: unknown,
): InvalidBody | undefined {
  const items = child(document, nodes, name);
  if (!items) return undefined;
  const inner = [...places(document, items[0], item)].flatMap((place) => [
    ...missingProperties(item, place),
    ...typeErrors(item, place),
  ]);
  return inner.find((one) => one.keyword === 'required') ?? inner[0];
}

function typeErrors(body: unknown, place: BodyPlace): InvalidBody[] {
  const wrong = WRONG_TYPES[String(keyword(place.nodes, 'type'))]?.(place.value) ?? [];
  return wrong.map((change) => invalidBodyAt(body, place, change));
}

function* missingProperties(body: unknown, { path, nodes, value }: BodyPlace): Generator<InvalidBody> {
  const required = keyword(nodes, 'required');
  if (!Array.isArray(required) || !isObject(value)) return;
  for (const name of required.map(String).filter((member) => Object.hasOwn(value, member))) {
    const member = { path: [...path, name], required: true };
    const missing = invalidBodyAt(body, member, ['required', 'missing', 'is missing', undefined]);
    yield missing;
    const inner = value[name];
    if (isObject(inner) && Object.keys(inner).length > 0) {
      const { [name]: _, ...others } = value;
      const what = 'is missing, and its properties are in its place';
      yield { ...missing, id: 'without-level', what, body: replaced(body, path, { ...inner, ...others }) };
    }
    const alias = toSnakeCase(name);
    if (alias === name || Object.hasOwn(value, alias)) continue;
    yield {
      ...missing,
      ...{ id: 'snake-case', what: `is spelled \`${alias}\`` },
      body: replaced(missing.body, [...path, alias], value[name]),
    };
  }
}

/** The property name in snake case, which some frameworks accept in addition to camel case. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

function* changes({ nodes, value }: BodyPlace): Generator<Change> {
  const type = keyword(nodes, 'type');
  yield* WRONG_TYPES[String(type)]?.(value) ?? [];
  if (type !== undefined && ![type].flat().includes('null')) yield ['type', 'null', 'is null', null];
  const values = keyword(nodes, 'enum');
  if (Array.isArray(values)) yield* nearEnumValues(values);
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

/**
 * Values similar to the first enum value: in another letter case, with a character more or less, an empty string, or
 * the number 0.
 */
function* nearEnumValues(values: readonly unknown[]): Generator<Change> {
  const [first] = values;
  if (typeof first !== 'string') return;
  const swapped = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  yield ['enum', 'ordinal', 'is 0', 0];
  const misses = [swapped, `${first}x`, first.slice(0, -1), ` ${first}`, ''];
  for (const [index, miss] of misses.entries())
    if (!values.includes(miss)) yield ['enum', `near-miss-${index + 1}`, `is ${JSON.stringify(miss)}`, miss];
}

/**
 * Strings with more Unicode code points than the maximum, to detect a server that counts UTF-16 units or graphemes
 * instead of code points, or that does not count surrounding spaces.
 */
function* tooLong(maxLength: number): Generator<Change> {
  const length = maxLength + 1;
  yield ['maxLength', 'too-long', has(length, 'character'), 'x'.repeat(length)];
  yield ['maxLength', 'too-long-beyond-bmp', `has ${length} code points beyond the BMP`, '\u{1F511}'.repeat(length)];
  yield [
    'maxLength',
    'too-long-with-spaces',
    `has ${length} characters, most of them spaces at the end`,
    'x'.padEnd(length),
  ];
  const pairs = Math.ceil(length / 2);
  yield [
    'maxLength',
    'too-long-in-graphemes',
    `has ${pairs * 2} code points in ${pairs} graphemes`,
    'e\u0301'.repeat(pairs),
  ];
}

/** A predicate with a count, such as `has 1 item` or `has 255 characters`. */
export function has(count: number, noun: string): string {
  return `has ${count} ${noun}${count === 1 ? '' : 's'}`;
}
