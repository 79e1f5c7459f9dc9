import type { Faker } from '@faker-js/faker';
import { linearPattern } from '../schema/linear-pattern.ts';
import { keyword, type SchemaChain } from '../schema/schema-walk.ts';

/**
 * Simple string that the schema accepts. The string has the format of the schema, or matches its pattern, or consists
 * of words if the schema has neither.
 */
export function plainString(nodes: SchemaChain, faker: Faker): string {
  return ofFormat(nodes, faker) ?? ofPattern(nodes, faker) ?? fitted(nodes, words(faker));
}

/**
 * Realistic string that the schema accepts. The string has the format of the schema, or else is an example of the
 * schema, or else fits the name of the property.
 */
export function dynamicString(nodes: SchemaChain, name: string, faker: Faker): string {
  const examples = [keyword(nodes, 'examples'), keyword(nodes, 'example')].flat();
  const strings = examples.filter((example) => typeof example === 'string');
  const formatted = ofFormat(nodes, faker);
  if (formatted !== undefined && matches(nodes, formatted)) return formatted;
  if (strings.length > 0) return faker.helpers.arrayElement(strings);
  return ofPattern(nodes, faker) ?? fitted(nodes, ofName(name, faker) ?? words(faker));
}

function matches(nodes: SchemaChain, value: string): boolean {
  const pattern = keyword(nodes, 'pattern');
  return typeof pattern !== 'string' || linearPattern(pattern).test(value);
}

function words(faker: Faker): string {
  return faker.lorem.words({ min: 1, max: 3 });
}

function fitted(nodes: SchemaChain, value: string): string {
  const min = Number(keyword(nodes, 'minLength') ?? 0);
  const max = Number(keyword(nodes, 'maxLength') ?? Math.max(min, 80));
  return value.padEnd(min, '.').slice(0, max);
}

function ofPattern(nodes: SchemaChain, faker: Faker): string | undefined {
  const pattern = keyword(nodes, 'pattern');
  return typeof pattern === 'string' ? faker.helpers.fromRegExp(pattern.replace(/^\^|\$$/g, '')) : undefined;
}

function ofFormat(nodes: SchemaChain, faker: Faker): string | undefined {
  switch (keyword(nodes, 'format')) {
    case 'uuid':
      return faker.string.uuid();
    case 'email':
      return email(faker);
    case 'date-time':
      return faker.date.recent().toISOString();
    case 'date':
      return faker.date.recent().toISOString().slice(0, 10);
    case 'time':
      return faker.date.recent().toISOString().slice(11);
    case 'duration':
      return `PT${faker.number.int({ min: 1, max: 59 })}M`;
    case 'uri':
    case 'uri-reference':
      return faker.internet.url();
    case 'json-pointer':
      return `/${faker.lorem.word()}`;
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

function email(faker: Faker): string {
  return faker.internet.exampleEmail().toLowerCase();
}

/** Generators of realistic values, by the name of the property. */
const BY_NAME: readonly (readonly [RegExp, (faker: Faker) => string])[] = [
  [/e-?mail/i, email],
  [/ur[il]$|href$|link$/i, (faker) => faker.internet.url()],
  [/^id$|_id$|Id$|ID$/, (faker) => faker.string.uuid()],
  [/first_?name|given_?name/i, (faker) => faker.person.firstName()],
  [/(last|family)_?name/i, (faker) => faker.person.lastName()],
  [/phone/i, (faker) => faker.phone.number()],
  [/country/i, (faker) => faker.location.country()],
  [/city$/i, (faker) => faker.location.city()],
  [/name$|title$|label$/i, (faker) => faker.commerce.productName()],
  [/description$|detail$|message$|text$|summary$/i, (faker) => faker.lorem.sentence()],
];

function ofName(name: string, faker: Faker): string | undefined {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1](faker);
}
