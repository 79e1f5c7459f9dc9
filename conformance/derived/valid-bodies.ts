import type { Contract } from '../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { keyword, rulesAt } from '../../src/contract/schema/schema-walk.ts';
import { isItem, type Place, places, replaced } from '../engine/bodies/body-places.ts';
import { isLimit, loosened } from '../engine/bodies/relaxed-limits.ts';
import { smallest } from '../engine/request/minimal-body.ts';
import { lengthened, openStrings, saysNoMore } from './boundaries.ts';

/** A valid body, and the example from which it was made. */
export interface ValidBody {
  readonly id: string;
  readonly what: string;
  readonly body: unknown;
  readonly example: unknown;
  readonly rules: readonly string[];
  readonly accept?: string;
  /** If several places were changed: the bodies with one of them changed. */
  readonly singly?: readonly unknown[];
  /** A service may find that the parts do not fit together (422), also if the document has no such response. */
  readonly mayBeImpossible?: boolean;
}

/** The smallest body with one optional property. A service may expect another property beside it. */
export function* withOneProperty(contract: Contract, schema: JsonObject, most: unknown): Generator<ValidBody> {
  const least = smallest(contract, schema, most);
  const known = new Set([...places(contract.root, schema, least)].map(({ path }) => path.join('/')));
  // What is switched on may count on another member.
  const limits = [...places(contract.root, schema, most, { all: true })].filter(
    (place) => isLimit(place) && place.value !== false,
  );
  const loose = limits.reduce((body, place) => replaced(body, place.path, loosened(place)), most);
  for (const { path, value, required, map } of places(contract.root, schema, loose)) {
    if (required || map || known.has(path.join('/')) || !known.has(path.slice(0, -1).join('/'))) continue;
    yield {
      id: `minimal-and-${path.join('.')}`,
      what: `takes the least that is required, and ${path.join('.')}`,
      body: replaced(least, path, value),
      example: least,
      rules: rulesAt(contract.root, schema, path, 'type'),
      mayBeImpossible: true,
    };
  }
}

/** The largest example, changed where the schema leaves freedom. */
export function* changedExamples(contract: Contract, schema: JsonObject, example: unknown): Generator<ValidBody> {
  const all = [...places(contract.root, schema, example)];
  const changed = (
    id: string,
    what: string,
    change: (place: Place) => unknown,
    chosen: readonly Place[],
    aspect: string,
  ): ValidBody => ({
    id,
    what,
    body: chosen.reduce((body, place) => replaced(body, place.path, change(place)), example),
    example,
    rules: [...new Set(chosen.flatMap(({ path }) => rulesAt(contract.root, schema, path, aspect)))],
    ...(chosen.length > 1 && { singly: chosen.map((place) => replaced(example, place.path, change(place))) }),
  });
  const open = openStrings(all);
  if (open.length > 0) {
    yield changed(
      'open-strings',
      'takes any string where the interface only shows one',
      () => 'another-value',
      open,
      'type',
    );
  }
  // Together: an empty default may be none of the values that a string is restricted to.
  const booleans = all.filter(({ value }) => typeof value === 'boolean');
  const opposed = all.filter((place) => booleans.includes(place) || mayBeEmpty(place) || mayBeZero(place));
  if (opposed.length > 0) {
    const what = 'takes false for true, true for false, 0, and strings that are empty';
    yield changed('falsy-values', what, opposite, opposed, 'type');
  }
  // A string is not to be longer, or another, than what stands beside it allows.
  const limits = all.filter(isLimit);
  const free = all.filter((place) => mayBeEmpty(place) && keyword(place.nodes, 'maxLength') === undefined);
  if (free.length > 0) {
    const long = (place: Place) => (free.includes(place) ? lengthened(place.value) : loosened(place));
    yield changed(
      'long-strings',
      'takes long strings where the document sets no length',
      long,
      [...free, ...limits],
      'type',
    );
  }
  const words = all.filter(isOfAnyCharacters);
  if (words.length > 0) {
    const foreign = (place: Place) => (words.includes(place) ? `${place.value} ${BEYOND_ASCII}` : loosened(place));
    yield changed('beyond-ascii', 'takes strings beyond ASCII', foreign, [...words, ...limits], 'type');
  }
  const objects = all.filter(({ nodes, value }) => isObject(value) && keyword(nodes, 'properties') !== undefined);
  // One within another is not there any more where that is empty: they come one after the other, from outside in.
  let bare = objects.filter(
    (place) =>
      (!place.required || isItem(place)) && keyword(place.nodes, 'required') === undefined && !holdsOneList(place),
  );
  for (let level = 1; bare.length > 0; level++) {
    const chosen = outermost(bare);
    const where = level === 1 ? '' : `, ${level} levels in`;
    yield changed(
      `empty-objects-${level}`,
      `takes empty objects where nothing is required${where}`,
      () => ({}),
      chosen,
      'type',
    );
    bare = bare.filter((place) => !chosen.includes(place));
  }
  const items = outermost(
    objects.filter(({ nodes, path }) => isItem({ path }) && keyword(nodes, 'required') !== undefined),
  );
  if (items.length > 0) {
    yield changed(
      'minimal-items',
      'takes items that hold no more than what is required',
      onlyRequired,
      items,
      'required',
    );
  }
  const objectLists = outermost(
    all.filter(({ nodes, value, map }) => !map && isListOfObjects(value) && keyword(nodes, 'maxItems') === undefined),
  );
  if (objectLists.length > 0) {
    yield changed(
      'one-more-item',
      'takes one item more in every array',
      (place) => oneMore(place, all),
      objectLists,
      'type',
    );
  }
  let lists = all.filter(mayHaveNoItem);
  for (let level = 1; lists.length > 0; level++) {
    const chosen = outermost(lists);
    const what = 'takes empty arrays where no item is required';
    if (level === 1)
      yield changed(
        'empty-arrays-1',
        `${what}, false for true, and true for false`,
        opposite,
        [...booleans, ...chosen],
        'type',
      );
    else yield changed(`empty-arrays-${level}`, `${what}, ${level} levels in`, opposite, chosen, 'type');
    lists = lists.filter((place) => !chosen.includes(place));
  }
  const unknown = (place: Place) => ({ ...(place.value as JsonObject), x_unknown: 'to be ignored' });
  const deepFirst = objects.toSorted((a, b) => b.path.length - a.path.length);
  const everywhere = deepFirst.reduce(
    (body, { path }) => replaced(body, [...path, 'x_unknown'], 'to be ignored'),
    example,
  );
  yield {
    id: 'unknown-property',
    what: 'ignores an unknown property at the root',
    body: unknown({ ...(all[0] as Place), value: example }),
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
}

/** True if it is an object around one list: whether that may be left out, no type says. */
function holdsOneList({ nodes, value }: Place): boolean {
  const { properties } = nodes.find((node) => isObject(node.properties)) ?? {};
  const names = isObject(properties) ? Object.keys(properties) : [];
  return names.length === 1 && isObject(value) && Array.isArray(value[names[0] ?? '']);
}

/** True if it is a list that says nothing of its length, and is itself no item of one. */
function mayHaveNoItem({ path, nodes, value, map }: Place): boolean {
  return Array.isArray(value) && !map && !isItem({ path }) && keyword(nodes, 'minItems') === undefined;
}

function isListOfObjects(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

/** The list with its first item again, under other names. */
function oneMore({ path, value }: Place, all: readonly Place[]): unknown {
  if (!isListOfObjects(value)) return value;
  const [first = {}] = value;
  const isName = ({ path: inner, nodes, value: name, required }: Place) =>
    inner.length === path.length + 2 &&
    [...path, '0'].every((token, index) => inner[index] === token) &&
    required &&
    typeof name === 'string' &&
    saysNoMore(nodes, []);
  const names = all.filter(isName).map(({ path: inner, value: name }) => [inner.at(-1), `${name}_2`]);
  return [...value, { ...first, ...Object.fromEntries(names) }];
}

/** What counts as nothing in some language, or the other of two. */
const OPPOSITES: Readonly<Record<string, (value: unknown) => unknown>> = {
  boolean: (value) => !value,
  number: () => 0,
  string: () => '',
  object: () => [],
};

function opposite({ value }: Place): unknown {
  return OPPOSITES[typeof value]?.(value);
}

function mayBeZero({ nodes, value }: Place): boolean {
  return typeof value === 'number' && ['minimum', 'x-exemplary'].every((name) => keyword(nodes, name) === undefined);
}

/** True if it is a string that may be left out, and of which the schema says no more. */
function mayBeEmpty({ nodes, value, required }: Place): boolean {
  return typeof value === 'string' && !required && saysNoMore(nodes, ['minLength', 'x-exemplary']);
}

const LENGTHS = ['minLength', 'maxLength'];

/** Words of two scripts, and a character beyond the BMP. */
const BEYOND_ASCII = 'Zoë 日本 🙂';

/** True if it is a string of which the schema says no more; where it sets a length, its edges are beyond ASCII, too. */
function isOfAnyCharacters({ nodes, value }: Place): boolean {
  return typeof value === 'string' && saysNoMore(nodes, [...LENGTHS, 'x-exemplary', 'x-repeats', 'x-unique']);
}

function onlyRequired({ nodes, value }: Place): JsonObject {
  const required = nodes.flatMap((node) => (Array.isArray(node.required) ? node.required : []));
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => required.includes(name)));
}

/** Without the places that lie within another one. */
function outermost(chosen: readonly Place[]): Place[] {
  const within = (inner: Place, outer: Place) =>
    outer !== inner &&
    outer.path.every((token, index) => inner.path[index] === token) &&
    outer.path.length < inner.path.length;
  return chosen.filter((place) => !chosen.some((other) => within(place, other)));
}
