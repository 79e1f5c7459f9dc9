import type { Faker } from '@faker-js/faker';
import { isObject, type JsonObject } from './json.ts';
import { chain, keyword, type SchemaChain } from './schema-walk.ts';

/** A source of believable values that repeats itself for a seed. */
export async function createFaker(seed: number | undefined): Promise<Faker> {
  const { faker } = await import('@faker-js/faker/locale/en');
  const { Faker: Constructor } = await import('@faker-js/faker');
  const own = new Constructor({ locale: faker.rawDefinitions });
  if (seed !== undefined) own.seed(seed);
  own.setDefaultRefDate('2026-01-15T09:30:00.000Z');
  return own;
}

/** How deep optional members are generated; recursive schemas end there. */
const MAX_DEPTH = 6;

/** A value that the schema accepts: its example, default, const or first enum value, else made up. */
export function generate(document: JsonObject, schema: unknown, faker: Faker, depth = 0): unknown {
  const nodes = chain(document, schema);
  const examples = keyword(nodes, 'examples');
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  for (const name of ['example', 'default', 'const']) {
    const value = keyword(nodes, name);
    if (value !== undefined) return value;
  }
  const values = keyword(nodes, 'enum');
  if (Array.isArray(values)) return values[0];
  const branches = keyword(nodes, 'oneOf') ?? keyword(nodes, 'anyOf');
  if (Array.isArray(branches)) return generate(document, branches[0], faker, depth + 1);
  const parts = keyword(nodes, 'allOf');
  if (Array.isArray(parts)) {
    return Object.assign({}, ...parts.map((part) => generate(document, part, faker, depth)));
  }
  return ofType(document, nodes, faker, depth);
}

function ofType(document: JsonObject, nodes: SchemaChain, faker: Faker, depth: number): unknown {
  const type = keyword(nodes, 'type');
  switch (Array.isArray(type) ? type[0] : (type ?? (keyword(nodes, 'properties') ? 'object' : 'string'))) {
    case 'object':
      return anObject(document, nodes, faker, depth);
    case 'array':
      return anArray(document, nodes, faker, depth);
    case 'integer':
    case 'number':
      return aNumber(nodes, faker);
    case 'boolean':
      return faker.datatype.boolean();
    case 'null':
      return null;
    default:
      return aString(nodes, faker);
  }
}

function anObject(document: JsonObject, nodes: SchemaChain, faker: Faker, depth: number): JsonObject {
  const properties = keyword(nodes, 'properties');
  const required = keyword(nodes, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const members = Object.entries(isObject(properties) ? properties : {})
    .filter(([name]) => depth < MAX_DEPTH || isRequired(name))
    .map(([name, schema]) => [name, generate(document, schema, faker, depth + 1)] as const);
  return Object.fromEntries(members);
}

function anArray(document: JsonObject, nodes: SchemaChain, faker: Faker, depth: number): unknown[] {
  const least = Number(keyword(nodes, 'minItems') ?? 0);
  const length = Math.max(least, depth < MAX_DEPTH ? 1 : 0);
  return Array.from({ length }, () => generate(document, keyword(nodes, 'items') ?? {}, faker, depth + 1));
}

function aNumber(nodes: SchemaChain, faker: Faker): number {
  const above = keyword(nodes, 'exclusiveMinimum');
  const below = keyword(nodes, 'exclusiveMaximum');
  const min = typeof above === 'number' ? above + 1 : Number(keyword(nodes, 'minimum') ?? 1);
  const max = typeof below === 'number' ? below - 1 : Number(keyword(nodes, 'maximum') ?? Math.max(min, 1) + 99);
  const step = Number(keyword(nodes, 'multipleOf') ?? 1);
  return (
    Math.ceil(faker.number.int({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) }) / step) * step
  );
}

function aString(nodes: SchemaChain, faker: Faker): string {
  const made = ofFormat(keyword(nodes, 'format'), faker);
  if (made !== undefined) return made;
  const pattern = keyword(nodes, 'pattern');
  if (typeof pattern === 'string') return faker.helpers.fromRegExp(pattern.replace(/^\^|\$$/g, ''));
  const min = Number(keyword(nodes, 'minLength') ?? 0);
  const max = Number(keyword(nodes, 'maxLength') ?? Math.max(min, 40));
  return faker.lorem.words({ min: 1, max: 3 }).padEnd(min, '.').slice(0, max);
}

function ofFormat(format: unknown, faker: Faker): string | undefined {
  switch (format) {
    case 'uuid':
      return faker.string.uuid();
    case 'email':
      return faker.internet.exampleEmail().toLowerCase();
    case 'date-time':
      return faker.date.recent().toISOString();
    case 'date':
      return faker.date.recent().toISOString().slice(0, 10);
    case 'uri':
    case 'uri-reference':
      return faker.internet.url();
    case 'hostname':
      return faker.internet.domainName();
    case 'ipv4':
      return faker.internet.ipv4();
    case 'ipv6':
      return faker.internet.ipv6();
    default:
      return undefined;
  }
}
