import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append, valueAt } from '../../src/contract/json-pointer.ts';
import { keyword, rulesAt } from '../../src/contract/schema/schema-walk.ts';
import { type BodyPlace, isItem, places, replaced } from '../engine/bodies/body-places.ts';
import { isLimit, relaxed } from '../engine/bodies/relaxed-limits.ts';
import { minimalBody } from '../engine/request/minimal-body.ts';
import { hasNoOtherConstraint, openStrings, padded } from './boundaries.ts';

/** A valid body, and the example from which the suite made it. */
export interface ValidBody {
  readonly id: string;
  readonly what: string;
  readonly body: unknown;
  readonly example: unknown;
  readonly rules: readonly string[];
  readonly accept?: string;
  /**
   * If `body` differs from `example` in several changes: for each change, a copy of the example with only this change.
   */
  readonly single?: readonly unknown[];
  /** True if a service may reject the combination of values with 422, even if the document does not list a 422. */
  readonly mayBeImpossible?: boolean;
}

/**
 * Bodies with the required properties and one optional property. A service may respond with 422, since it may accept an
 * optional property only together with a second optional property.
 */
export function* withOneProperty(contract: Contract, schema: JsonObject, largest: unknown): Generator<ValidBody> {
  const minimal = minimalBody(contract, schema, largest);
  const known = new Set([...places(contract.root, schema, minimal)].map(({ path }) => path.join('/')));
  // A service may require a second property if a boolean property is true.
  const limits = [...places(contract.root, schema, largest, 'all')].filter(
    (place) => isLimit(place) && place.value !== false,
  );
  const relaxedBody = limits.reduce((body, place) => replaced(body, place.path, relaxed(place)), largest);
  for (const { path, value, required, map } of places(contract.root, schema, relaxedBody)) {
    if (required || map || known.has(path.join('/')) || !known.has(path.slice(0, -1).join('/'))) continue;
    yield {
      id: `minimal-and-${path.join('.')}`,
      what: `accepts the required properties and ${path.join('.')}`,
      body: replaced(minimal, path, value),
      example: minimal,
      rules: rulesAt(contract.root, schema, path, 'type'),
      mayBeImpossible: true,
    };
  }
}

/** Properties from which some libraries read the class of an object, or by which they control the access to it. */
const CLASS_NAMES = {
  type: 'Object',
  class: 'java.lang.Object',
  '@class': 'java.lang.Object',
  '@type': 'Object',
  $type: 'System.Object',
  __typename: 'Object',
  _id: 'x',
  attributes: {},
  errors: [],
};

/**
 * A body with unknown properties that have the names of the path parameters, or a meaning for some frameworks, such as
 * the method of the request or the class of an object.
 */
export function withParameterNames({ parameters }: Operation, example: unknown): ValidBody {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const values = Object.fromEntries([...names, 'params', 'query'].map((name) => [name, 'to-be-ignored']));
  return {
    id: 'unknown-parameters',
    what: 'ignores properties with the names of path parameters, of a method and of a class',
    body: { ...values, ...CLASS_NAMES, _method: 'DELETE', method: 'GET', ...(example as JsonObject) },
    example,
    rules: ['unknown-property'],
  };
}

/** Bodies that the schema allows, made by changes of the largest example. */
export function* changedExamples(contract: Contract, schema: JsonObject, example: unknown): Generator<ValidBody> {
  const all = [...places(contract.root, schema, example)];
  const changed = (
    id: string,
    what: string,
    change: (place: BodyPlace) => unknown,
    chosen: readonly BodyPlace[],
    aspect: string,
  ): ValidBody => ({
    id,
    what,
    body: chosen.reduce((body, place) => replaced(body, place.path, change(place)), example),
    example,
    rules: [...new Set(chosen.flatMap(({ path }) => rulesAt(contract.root, schema, path, aspect)))],
    ...(chosen.length > 1 && { single: chosen.map((place) => replaced(example, place.path, change(place))) }),
  });
  const open = openStrings(all);
  if (open.length > 0) {
    yield changed(
      'open-strings',
      'accepts any string for a property that has only examples',
      () => 'another-value',
      open,
      'type',
    );
  }
  // The body with all falsy values could be invalid, for example if it restricts the values of a field and its default
  // is empty. For a 422, `single` therefore contains one body per falsy value.
  const booleans = all.filter(({ value }) => typeof value === 'boolean');
  const falsyPlaces = all.filter((place) => booleans.includes(place) || mayBeEmpty(place) || mayBeZero(place));
  if (falsyPlaces.length > 0) {
    const what = 'accepts inverted booleans, 0 and empty strings';
    yield changed('falsy-values', what, falsyValue, falsyPlaces, 'type');
  }
  // A number property, such as a maximum length, may limit a string in the same object, so the body with long strings
  // also has another value for the number property.
  const limits = all.filter(isLimit);
  const free = all.filter((place) => mayBeEmpty(place) && keyword(place.nodes, 'maxLength') === undefined);
  if (free.length > 0) {
    const long = (place: BodyPlace) => (free.includes(place) ? padded(place.value) : relaxed(place));
    yield changed(
      'long-strings',
      'accepts long strings without a maximum length in the document',
      long,
      [...free, ...limits],
      'type',
    );
  }
  const strings = all.filter(isOfAnyCharacters);
  if (strings.length > 0) {
    const beyondAscii = (place: BodyPlace) =>
      strings.includes(place) ? `${place.value} ${BEYOND_ASCII}` : relaxed(place);
    yield changed(
      'beyond-ascii',
      'accepts strings with characters beyond ASCII',
      beyondAscii,
      [...strings, ...limits],
      'type',
    );
    const onLines = (place: BodyPlace) => (strings.includes(place) ? ` ${place.value}\t1\r\n2\n ` : relaxed(place));
    yield changed(
      'line-breaks',
      'accepts strings with line breaks, tabs and spaces around the text',
      onLines,
      [...strings, ...limits],
      'type',
    );
  }
  const objects = all.filter(({ nodes, value }) => isObject(value) && keyword(nodes, 'properties') !== undefined);
  // An empty object cannot contain another empty object, so each body has empty objects at only one level of nesting.
  let emptiable = objects.filter(
    (place) =>
      (!place.required || isItem(place)) && keyword(place.nodes, 'required') === undefined && !hasOnlyOneList(place),
  );
  for (let level = 1; emptiable.length > 0; level++) {
    const chosen = outermost(emptiable);
    const where = level === 1 ? '' : `, ${level} levels deep`;
    yield changed(
      `empty-objects-${level}`,
      `accepts empty objects without required properties${where}`,
      () => ({}),
      chosen,
      'type',
    );
    emptiable = emptiable.filter((place) => !chosen.includes(place));
  }
  const items = outermost(
    objects.filter(({ nodes, path }) => isItem({ path }) && keyword(nodes, 'required') !== undefined),
  );
  if (items.length > 0) {
    yield changed(
      'minimal-items',
      'accepts array items with only the required properties',
      onlyRequired,
      items,
      'required',
    );
  }
  const missing = optionalScalars(all);
  for (let turn = 0; missing.some((scalars) => turn < scalars.length); turn++) {
    const chosen = missing.flatMap((scalars) => scalars[turn] ?? []);
    yield {
      ...changed(
        `without-${turn + 1}`,
        `accepts a body in which each object lacks its optional property number ${turn + 1}`,
        () => undefined,
        chosen,
        'type',
      ),
      mayBeImpossible: true,
    };
  }
  let objectLists = all.filter(
    ({ nodes, value, map }) => !map && isListOfObjects(value) && keyword(nodes, 'maxItems') === undefined,
  );
  for (let level = 1; objectLists.length > 0; level++) {
    const chosen = outermost(objectLists);
    const [suffix, where] = level === 1 ? ['', ''] : [`-${level}`, `, ${level} levels deep`];
    const longer = (count: number) => (place: BodyPlace) => withMoreItems(place, all, count);
    yield changed(
      `one-more-item${suffix}`,
      `accepts one additional item in every array${where}`,
      longer(1),
      chosen,
      'type',
    );
    yield {
      ...changed(`equal-items${suffix}`, `accepts two equal items in every array${where}`, twice, chosen, 'type'),
      mayBeImpossible: true,
    };
    yield changed(
      `many-items${suffix}`,
      `accepts ${MANY_ITEMS} additional items in every array${where}`,
      longer(MANY_ITEMS),
      chosen,
      'type',
    );
    objectLists = objectLists.filter((place) => !chosen.includes(place));
  }
  let lists = all.filter(mayHaveNoItem);
  for (let level = 1; lists.length > 0; level++) {
    const chosen = outermost(lists);
    const what = 'accepts empty arrays without a minimum number of items';
    if (level === 1)
      yield changed('empty-arrays-1', `${what}, and inverted booleans`, falsyValue, [...booleans, ...chosen], 'type');
    else yield changed(`empty-arrays-${level}`, `${what}, ${level} levels deep`, falsyValue, chosen, 'type');
    lists = lists.filter((place) => !chosen.includes(place));
  }
  const unknown = (place: BodyPlace) => ({ ...(place.value as JsonObject), x_unknown: 'to be ignored' });
  const deepFirst = objects.toSorted((a, b) => b.path.length - a.path.length);
  const everywhere = deepFirst.reduce(
    (body, { path }) => replaced(body, [...path, 'x_unknown'], 'to be ignored'),
    example,
  );
  yield {
    id: 'unknown-property',
    what: 'ignores an unknown property at the root',
    body: unknown({ ...(all[0] as BodyPlace), value: example }),
    example,
    rules: ['unknown-property'],
  };
  yield {
    id: 'unknown-properties',
    what: 'ignores unknown properties in every object',
    body: everywhere,
    example,
    rules: ['unknown-property'],
  };
  yield {
    id: 'unknown-spellings',
    what: 'ignores properties whose names are other spellings of known names, with other values',
    body: deepFirst.concat(all.filter(({ path }) => path.length === 0)).reduce(withOtherSpellings, example),
    example,
    rules: ['unknown-property'],
  };
}

/** For each object with several optional properties that are not objects or arrays: these properties. */
function optionalScalars(all: readonly BodyPlace[]): BodyPlace[][] {
  const isScalar = ({ value }: BodyPlace) => !isObject(value) && !Array.isArray(value);
  const optional = all.filter((place) => !place.required && !place.map && !isItem(place) && isScalar(place));
  const byObject = Map.groupBy(optional, ({ path }) => JSON.stringify(path.slice(0, -1)));
  return [...byObject.values()].filter((scalars) => scalars.length > 1);
}

/** The array with its last item twice. */
function twice({ value }: BodyPlace): unknown {
  const items = value as readonly unknown[];
  return [...items, items.at(-1)];
}

/** Other spellings of a property name, which a library may treat as the same name. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
];

/** A copy of the body in which one object repeats its properties under other spellings of their names. */
function withOtherSpellings(body: unknown, { path }: BodyPlace): unknown {
  const object = valueAt(body, append('', ...path));
  if (!isObject(object)) return body;
  const others = Object.entries(object).flatMap(([name, value]) =>
    SPELLINGS.map((spell) => [spell(name), otherValue(value)] as const).filter(
      ([other]) => !Object.hasOwn(object, other),
    ),
  );
  return replaced(body, path, { ...object, ...Object.fromEntries(others) });
}

/** A different value of the same JSON type. */
function otherValue(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (isObject(value)) return {};
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${value}-other`;
}

/**
 * True for an object whose schema defines a single property, if this property is an array. A service may require the
 * only property of an object even if the schema does not require it.
 */
export function hasOnlyOneList({ nodes, value }: BodyPlace): boolean {
  const { properties } = nodes.find((node) => isObject(node.properties)) ?? {};
  const names = isObject(properties) ? Object.keys(properties) : [];
  return names.length === 1 && isObject(value) && Array.isArray(value[names[0] ?? '']);
}

/** True for an array that may be empty: it has no minimum length, and is not a map entry. */
function mayHaveNoItem({ nodes, value, map }: BodyPlace): boolean {
  return Array.isArray(value) && !map && keyword(nodes, 'minItems') === undefined;
}

function isListOfObjects(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

/** More items than some services allow in an array. */
const MANY_ITEMS = 30;

/**
 * The array with `count` additional copies of its first item. Each copy has its own suffix in the required strings, so
 * that no two items have the same name.
 */
function withMoreItems({ path, value }: BodyPlace, all: readonly BodyPlace[], count: number): unknown {
  if (!isListOfObjects(value)) return value;
  const [first = {}] = value;
  const isName = ({ path: inner, nodes, value: name, required }: BodyPlace) =>
    inner.length === path.length + 2 &&
    [...path, '0'].every((token, index) => inner[index] === token) &&
    required &&
    typeof name === 'string' &&
    hasNoOtherConstraint(nodes, []);
  const named = all.filter(isName);
  const copies = Array.from({ length: count }, (_, index) => ({
    ...first,
    ...Object.fromEntries(named.map(({ path: inner, value: name }) => [inner.at(-1), `${name}_${index + 2}`])),
  }));
  return [...value, ...copies];
}

/**
 * A value of each JSON type that a server may treat as missing: 0, an empty string or an empty array; for a boolean,
 * the inverted value.
 */
const FALSY_VALUES: Readonly<Record<string, (value: unknown) => unknown>> = {
  boolean: (value) => !value,
  number: () => 0,
  string: () => '',
  object: () => [],
};

function falsyValue({ value }: BodyPlace): unknown {
  return FALSY_VALUES[typeof value]?.(value);
}

function mayBeZero({ nodes, value }: BodyPlace): boolean {
  return typeof value === 'number' && ['minimum', 'x-exemplary'].every((name) => keyword(nodes, name) === undefined);
}

/** True for an optional string without any further constraint. */
function mayBeEmpty({ nodes, value, required }: BodyPlace): boolean {
  return typeof value === 'string' && !required && hasNoOtherConstraint(nodes, ['minLength', 'x-exemplary']);
}

const LENGTHS = ['minLength', 'maxLength'];

/** A text with words of two scripts, and with a character outside the Basic Multilingual Plane. */
const BEYOND_ASCII = 'Zoë 日本 🙂';

/**
 * True for a string whose schema has no constraint, or only a minimum or maximum length. The boundary cases test
 * whether a server counts characters beyond ASCII correctly for the maximum length.
 */
function isOfAnyCharacters({ nodes, value }: BodyPlace): boolean {
  return typeof value === 'string' && hasNoOtherConstraint(nodes, [...LENGTHS, 'x-exemplary', 'x-repeats', 'x-unique']);
}

function onlyRequired({ nodes, value }: BodyPlace): JsonObject {
  const required = nodes.flatMap((node) => (Array.isArray(node.required) ? node.required : []));
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => required.includes(name)));
}

/** The given parts of a body, except the parts inside another given part. */
function outermost(chosen: readonly BodyPlace[]): BodyPlace[] {
  const within = (inner: BodyPlace, outer: BodyPlace) =>
    outer !== inner &&
    outer.path.every((token, index) => inner.path[index] === token) &&
    outer.path.length < inner.path.length;
  return chosen.filter((place) => !chosen.some((other) => within(place, other)));
}
