import type { Contract } from '../../src/contract/contract.ts';
import { type Operation, successOf } from '../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append, valueAt } from '../../src/contract/json-pointer.ts';
import { keyword, rulesAt } from '../../src/contract/schema/schema-walk.ts';
import { isItem, type Place, places, replaced } from '../engine/bodies/body-places.ts';
import { isLimit, loosened } from '../engine/bodies/relaxed-limits.ts';
import type { Case } from '../engine/case.ts';
import { succeedsByName } from '../engine/request/addressed-by-name.ts';
import { smallest } from '../engine/request/minimal-body.ts';
import { ANYTHING, fresh, validBody } from '../engine/request/request.ts';
import { bodyOf, violationsOf } from '../engine/request/samples.ts';
import { primaryRule, statusRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';
import { blamed } from './attribution.ts';
import { type Boundary, boundaries, lengthened, openStrings, saysNoMore } from './boundaries.ts';

/** A body and what is special about it, next to the example that it was made from. */
interface Variant {
  readonly id: string;
  readonly what: string;
  readonly body: unknown;
  readonly example: unknown;
  readonly rules: readonly string[];
  readonly accept?: string;
  /** Where several places were changed: the bodies with one of them changed. */
  readonly singly?: readonly unknown[];
  /** Whether a service may find that its parts do not fit together, also where the document has no such answer. */
  readonly mayBeImpossible?: boolean;
}

/** What every implementation must take: each example, the least, the edges, what is left open. */
export function* accepts(contract: Contract, operation: Operation): Generator<Case> {
  const content = bodyOf(contract, operation);
  if (!content?.schema || content.examples.length === 0) {
    if (!isDestructive(operation) && successOf(operation)) yield plain(operation);
    return;
  }
  const { schema } = content.schema;
  const rules = [primaryRule(operation)];
  for (const { name, value } of content.examples) {
    yield accepted(contract, operation, schema, {
      id: `example-${name}`,
      what: `takes the example ${name}`,
      body: value,
      example: value,
      rules,
    });
  }
  const examples = content.examples.map(({ value }) => value).toSorted((a, b) => size(a) - size(b));
  const [least, most] = [examples[0], examples.at(-1)];
  // A schema may say more of what goes together than its places show.
  const fits = (body: unknown) => violationsOf(contract, operation, body).length === 0;
  const minimal = smallest(contract, schema, least);
  if (fits(minimal)) {
    yield accepted(contract, operation, schema, {
      id: 'minimal',
      what: 'takes the least that is required',
      body: minimal,
      example: minimal,
      rules,
      accept: ANYTHING,
    });
  }
  for (const variant of [...oneMoreMember(contract, schema, most), ...variants(contract, schema, most)]) {
    if (!fits(variant.body)) continue;
    yield accepted(contract, operation, schema, {
      ...variant,
      ...(variant.singly && { singly: variant.singly.filter(fits) }),
      rules: variant.rules.length > 0 ? variant.rules : rules,
    });
  }
  yield* edges(contract, operation, schema, examples);
}

/** The least, and one member that may be left out, whole: a service may count on another one beside it. */
function* oneMoreMember(contract: Contract, schema: JsonObject, most: unknown): Generator<Variant> {
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

/** The fullest example, changed in what the schema leaves open. */
function* variants(contract: Contract, schema: JsonObject, example: unknown): Generator<Variant> {
  const all = [...places(contract.root, schema, example)];
  const changed = (
    id: string,
    what: string,
    change: (place: Place) => unknown,
    chosen: readonly Place[],
    aspect: string,
  ): Variant => ({
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

/** Whether it is an object around one list: whether that may be left out, no type says. */
function holdsOneList({ nodes, value }: Place): boolean {
  const { properties } = nodes.find((node) => isObject(node.properties)) ?? {};
  const names = isObject(properties) ? Object.keys(properties) : [];
  return names.length === 1 && isObject(value) && Array.isArray(value[names[0] ?? '']);
}

/** Whether it is a list that says nothing of its length, and is itself no item of one. */
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

/** Whether it is a string that may be left out, and of which the schema says no more. */
function mayBeEmpty({ nodes, value, required }: Place): boolean {
  return typeof value === 'string' && !required && saysNoMore(nodes, ['minLength', 'x-exemplary']);
}

const LENGTHS = ['minLength', 'maxLength'];

/** Words of two scripts, and a character beyond the BMP. */
const BEYOND_ASCII = 'Zoë 日本 🙂';

/** Whether it is a string of which the schema says no more; where it sets a length, its edges are beyond ASCII, too. */
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

/** An operation without a body: the bare request. */
function plain(operation: Operation): Case {
  return {
    id: `${operation.operationId}/accepts/request`,
    title: `${operation.operationId} succeeds`,
    rules: [primaryRule(operation)],
    operation,
    run: async (scope) => {
      const body = validBody(scope.session, operation);
      scope.accepted(await scope.send({ operation, body }), operation, 'the request is valid');
    },
  };
}

/** Deleting takes what cannot be made again: the behaviours do it, once, with care. */
function isDestructive({ method, parameters }: Operation): boolean {
  return method === 'DELETE' && parameters.some(({ fixture }) => fixture !== undefined);
}

function accepted(contract: Contract, operation: Operation, schema: JsonObject, variant: Variant): Case {
  return {
    id: `${operation.operationId}/accepts/${variant.id}`,
    title: `${operation.operationId} ${variant.what}`,
    rules: [...new Set([...variant.rules, ...statusRule(operation)])],
    operation,
    run: (scope) => takes(scope, contract, operation, schema, variant),
  };
}

async function takes(
  scope: Scope,
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  variant: Variant,
): Promise<void> {
  const { id: _, what: __, body, example, rules, mayBeImpossible, singly = [], ...rest } = variant;
  const answer = await scope.send({ operation, ...rest, body: fresh(scope.session, schema, body) });
  // Whether the parts still fit together is no question of the schema, but each of them may do by itself.
  if (body !== example && answer.status === 422 && (mayBeImpossible || responses422(operation))) {
    for (const one of singly) await takes(scope, contract, operation, schema, { ...variant, body: one, singly: [] });
    return;
  }
  if (answer.status < 400) scope.accepted(answer, operation, 'the body is valid', rules);
  else if (
    answer.status === 404 &&
    (await succeedsByName(scope, { operation, body: fresh(scope.session, schema, body) }))
  )
    scope.accepted(answer, operation, 'the resource exists, as its name shows', ['two-addresses']);
  else if (body !== example) {
    await blameable(scope, operation, schema, example);
    scope.accepted(answer, operation, 'the body is valid', rules);
  } else {
    scope.accepted(answer, operation, 'the body is valid', await blamed(scope, contract, operation, variant));
    if (answer.status === 409) await createsNothing(scope, operation, fresh(scope.session, schema, body));
  }
}

/** That one fresh name is taken may be chance, or a border between names; that two are is no creation at all. */
async function createsNothing(scope: Scope, operation: Operation, body: unknown): Promise<void> {
  const { status } = await scope.send({ operation, body });
  for (const rule of status === 409 ? statusRule(operation) : []) {
    scope.broken(rule, `${operation.operationId} finds a conflict for every name`, 'a success', '409');
  }
}

/** Where the example itself is refused, what was changed in it is not to blame. @throws Untestable */
async function blameable(scope: Scope, operation: Operation, schema: JsonObject, example: unknown): Promise<void> {
  const twin = await scope.send({ operation, body: fresh(scope.session, schema, example) });
  scope.mustHold(twin.status < 400, `the example that the body was made from is refused as well (${twin.status})`);
}

function responses422({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '422');
}

function* edges(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  examples: readonly unknown[],
): Generator<Case> {
  const done = new Set<string>();
  for (const example of examples) {
    for (const place of places(contract.root, schema, example)) {
      for (const boundary of boundaries(place)) {
        const at = nameOf(place);
        const id = `${operation.operationId}/accepts-boundary/${at}/${boundary.id}`;
        if (done.has(id)) continue;
        const value = boundary.value(place.value);
        if (violationsOf(contract, operation, replaced(example, place.path, value)).length > 0) continue;
        done.add(id);
        const title = `${operation.operationId} takes a body whose ${at} ${boundary.what}`;
        yield edge(contract, operation, schema, { boundary, place, example, id, title });
      }
    }
  }
}

/** Array items and map members of one kind count once. */
function nameOf({ path }: Place): string {
  return path.filter((token) => !/^\d+$/.test(token)).join('.');
}

interface Edge {
  readonly boundary: Boundary;
  readonly place: Place;
  readonly example: unknown;
  readonly id: string;
  readonly title: string;
}

function edge(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  { boundary, place, example, id, title }: Edge,
): Case {
  const found = rulesAt(contract.root, schema, place.path, boundary.keyword);
  const rules = found.length > 0 ? found : [primaryRule(operation)];
  return {
    id,
    title,
    rules,
    operation,
    run: async (scope) => {
      const valid = fresh(scope.session, schema, example);
      const own = valueAt(valid, append('', ...place.path));
      const value = boundary.value(own);
      const first = await scope.send({ operation, body: replaced(valid, place.path, value) });
      // What names one thing in several places may have to do so still.
      const isName = first.status === 422 && typeof own === 'string';
      const answer = isName ? await scope.send({ operation, body: renamed(valid, own, value) }) : first;
      if (answer.status === boundary.openStatus) return scope.holds(...rules);
      if (answer.status >= 400) await blameable(scope, operation, schema, example);
      scope.accepted(answer, operation, `${place.path.join('.')} ${boundary.what}, which is allowed`, rules);
    },
  };
}

/** The body with another value wherever it has this one. */
function renamed(body: unknown, from: string, to: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => (value === from ? to : value));
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
