import type { Faker } from '@faker-js/faker';
import { isObject, type JsonObject } from '../json.ts';
import { chain, keyword, type SchemaChain } from '../schema/schema-walk.ts';
import { dynamicString, plainString } from './generate-string.ts';

/** Creates a generator of realistic values. Two generators with the same seed return the same values. */
export async function createFaker(seed: number | undefined): Promise<Faker> {
  const { faker } = await import('@faker-js/faker/locale/en');
  const { Faker: Constructor } = await import('@faker-js/faker');
  const own = new Constructor({ locale: faker.rawDefinitions });
  if (seed !== undefined) own.seed(seed);
  own.setDefaultRefDate('2026-01-15T09:30:00.000Z');
  return own;
}

interface Maker {
  readonly document: JsonObject;
  readonly faker: Faker;
  readonly dynamic: boolean;
}

/** Depth from which optional properties are omitted, so that the values of recursive schemas are finite. */
const MAX_DEPTH = 6;

/**
 * Value that the schema accepts: its example, default, const or first enum value, or else a generated value.
 *
 * With `dynamic`, the values vary from call to call: the generator prefers random values to the first example or the
 * default.
 */
export function generate(
  document: JsonObject,
  schema: unknown,
  faker: Faker,
  { dynamic = false }: { dynamic?: boolean } = {},
): unknown {
  return make({ document, faker, dynamic }, schema, '', 0);
}

function make(maker: Maker, schema: unknown, name: string, depth: number): unknown {
  const { document, faker, dynamic } = maker;
  const nodes = chain(document, schema);
  const fixed = dynamic ? keyword(nodes, 'const') : firstOf(nodes);
  if (fixed !== undefined) return fixed;
  const values = keyword(nodes, 'enum');
  if (Array.isArray(values)) return dynamic ? faker.helpers.arrayElement(values) : values[0];
  const branches = keyword(nodes, 'oneOf') ?? keyword(nodes, 'anyOf');
  if (Array.isArray(branches)) return make(maker, branches[0], name, depth + 1);
  const parts = keyword(nodes, 'allOf');
  if (Array.isArray(parts)) {
    return Object.assign({}, ...parts.map((part) => make(maker, part, name, depth)));
  }
  return ofType(maker, nodes, name, depth);
}

function firstOf(nodes: SchemaChain): unknown {
  const examples = keyword(nodes, 'examples');
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  return keyword(nodes, 'example') ?? keyword(nodes, 'default') ?? keyword(nodes, 'const');
}

function ofType(maker: Maker, nodes: SchemaChain, name: string, depth: number): unknown {
  const type = keyword(nodes, 'type');
  switch (Array.isArray(type) ? type[0] : (type ?? (keyword(nodes, 'properties') ? 'object' : 'string'))) {
    case 'object':
      return anObject(maker, nodes, depth);
    case 'array':
      return anArray(maker, nodes, name, depth);
    case 'integer':
    case 'number':
      return aNumber(nodes, maker.faker);
    case 'boolean':
      return maker.faker.datatype.boolean();
    case 'null':
      return null;
    default:
      return maker.dynamic ? dynamicString(nodes, name, maker.faker) : plainString(nodes, maker.faker);
  }
}

function anObject(maker: Maker, nodes: SchemaChain, depth: number): JsonObject {
  const { dynamic, faker } = maker;
  const properties = keyword(nodes, 'properties');
  const required = keyword(nodes, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const members = Object.entries(isObject(properties) ? properties : {})
    .filter(([name]) => depth < MAX_DEPTH || isRequired(name))
    .map(([name, schema]) => [name, make(maker, schema, name, depth + 1)] as const);
  const rest = keyword(nodes, 'additionalProperties');
  if (dynamic && members.length === 0 && isObject(rest) && depth < MAX_DEPTH) {
    const names = faker.helpers.uniqueArray(() => faker.lorem.word(), faker.number.int({ min: 1, max: 3 }));
    return Object.fromEntries(names.map((name) => [name, make(maker, rest, '', depth + 1)]));
  }
  return Object.fromEntries(members);
}

function anArray(maker: Maker, nodes: SchemaChain, name: string, depth: number): unknown[] {
  const least = Number(keyword(nodes, 'minItems') ?? 0);
  const most = Number(keyword(nodes, 'maxItems') ?? Math.max(least, 3));
  const some = maker.dynamic ? maker.faker.number.int({ min: 1, max: 3 }) : 1;
  const length = Math.max(least, depth < MAX_DEPTH ? Math.min(some, most) : 0);
  return Array.from({ length }, () => make(maker, keyword(nodes, 'items') ?? {}, name, depth + 1));
}

function aNumber(nodes: SchemaChain, faker: Faker): number {
  const limit = (name: string) => {
    const value = keyword(nodes, name);
    return typeof value === 'number' ? value : undefined;
  };
  const [above, below] = [limit('exclusiveMinimum'), limit('exclusiveMaximum')];
  const most = below ?? limit('maximum');
  const min = above ?? limit('minimum') ?? (most !== undefined && most <= 1 ? most - 99 : 1);
  const max = most ?? Math.max(min, 1) + 99;
  const step = limit('multipleOf') ?? 1;
  const first = Math.ceil(min / step) + (above !== undefined && above % step === 0 ? 1 : 0);
  const last = Math.floor(max / step) - (below !== undefined && below % step === 0 ? 1 : 0);
  return first <= last ? faker.number.int({ min: first, max: last }) * step : (min + max) / 2;
}
