import type { JsonObject } from '../../src/contract/json.ts';

/** The value of a fixture in the configuration of a target. */
export type FixtureValue = string | readonly string[] | { readonly id: string; readonly name?: string };

/** Records that the target already has and that the interface cannot create; each property name is a fixture kind. */
export type Fixtures = Readonly<Record<string, FixtureValue | undefined>>;

/** One kind of fixture that a run needs, such as a project. */
export interface FixtureKind {
  readonly name: string;
  /**
   * `named`: an object with the ID and the name of a resource, either of which addresses the resource. `identified`: an
   * object with an ID. `value`: a string. `consumed`: a list of IDs of records that a run may delete. `key`: an API key
   * without permission.
   */
  readonly shape: 'named' | 'identified' | 'value' | 'consumed' | 'key';
  /** The operation that responds with 404 if the target does not have the fixture. */
  readonly knownBy?: { readonly operationId: string; readonly parameter?: string };
  /** The name of another fixture kind; the values of the two kinds must differ. */
  readonly otherThan?: string;
  /** The name of one item of a `consumed` list; the OpenAPI document states this name in `x-fixture`. */
  readonly item?: string;
  /** The number of values that a complete run needs; absent if no rule depends on the fixture. */
  readonly needed?: number;
}

const text = { type: 'string', minLength: 1 };

function objectSchema(...required: readonly string[]): JsonObject {
  return { type: 'object', required, properties: { id: text, name: text }, additionalProperties: false };
}

const SHAPES: Readonly<Record<FixtureKind['shape'], JsonObject>> = {
  named: objectSchema('id', 'name'),
  identified: objectSchema('id'),
  value: text,
  consumed: { type: 'array', items: text },
  key: text,
};

/** The JSON Schema of `fixtures` in the configuration of a target. */
export function fixturesSchema(kinds: readonly FixtureKind[]): JsonObject {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(kinds.map(({ name, shape }) => [name, SHAPES[shape]])),
  };
}

/** The strings that address the fixture in requests: its ID, then its name, or all values of a list. */
export function addressesOf(value: FixtureValue | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return 'id' in value ? [value.id, ...(value.name === undefined ? [] : [value.name])] : [...value];
}

/**
 * For each pair of fixtures that must differ but are equal: a line for an error message, with the names of the two
 * fixtures and without their value.
 */
export function equalFixtures(kinds: readonly FixtureKind[], fixtures: Fixtures): string[] {
  const of = (name: string, property: 'id' | 'name') => {
    const value = fixtures[name];
    return typeof value === 'object' && 'id' in value ? value[property] : undefined;
  };
  return kinds.flatMap(({ name, shape, otherThan }) => {
    const value = fixtures[name];
    if (shape === 'consumed' && Array.isArray(value))
      return equalValues(value.map((id: string, index): NamedValue => [`${name}[${index}]`, id]));
    if (otherThan === undefined) return [];
    return (['id', 'name'] as const).flatMap((property) =>
      equalValues([otherThan, name].map((kind): NamedValue => [`${kind}.${property}`, of(kind, property)])),
    );
  });
}

export type NamedValue = readonly [place: string, value: string | undefined];

/**
 * For each value in the list `places` that equals an earlier value in this list: a line for an error message, with the
 * names of the two fixtures and without their value.
 */
export function equalValues(places: readonly NamedValue[]): string[] {
  const first = new Map<string, string>();
  return places.flatMap(([place, value]) => {
    if (!value) return [];
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, place);
    return earlier === undefined ? [] : [`  ${place} is the same as ${earlier}`];
  });
}

/**
 * The fixtures that a complete run needs and the configuration lacks, in Markdown: the name in backticks, such as
 * `project`, or for a list the number of missing values, such as "2 of 3 `tokens`".
 */
export function lackingFixtures(kinds: readonly FixtureKind[], fixtures: Fixtures): string[] {
  return kinds.flatMap(({ name, shape, needed = 0 }) => {
    const value = fixtures[name];
    if (shape === 'consumed') {
      const missing = needed - (Array.isArray(value) ? value.length : 0);
      return missing > 0 ? [`${missing} of ${needed} \`${name}\``] : [];
    }
    return needed > 0 && value === undefined ? [`\`${name}\``] : [];
  });
}

/** The name of the fixture for an API key without permission. */
const FORBIDDEN_KEY = 'forbiddenApiKey';

export function forbiddenKeyOf(fixtures: Fixtures = {}): string | undefined {
  const value = fixtures[FORBIDDEN_KEY];
  return typeof value === 'string' ? value : undefined;
}
