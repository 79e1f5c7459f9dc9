import type { ErrorObject } from 'ajv/dist/2020.js';
import { brief } from '../json.ts';
import type { Formats } from '../schema/format.ts';

const DATE_TIME = 'an RFC 3339 date-time with an offset';

/** Short description of the value that the schema expects. */
export function expectation(error: ErrorObject, formats: Formats = {}): string {
  const value: unknown = error.schema;
  switch (error.keyword) {
    case 'required':
      return `the property ${String(error.params.missingProperty)}`;
    case 'type':
      return Array.isArray(value) ? value.join(' or ') : withArticle(String(value));
    case 'enum':
      return `one of ${(value as unknown[]).map((item) => JSON.stringify(item)).join(', ')}`;
    case 'const':
      return JSON.stringify(value);
    case 'format':
      return formats[String(value)]?.expected ?? (value === 'date-time' ? DATE_TIME : `the format ${String(value)}`);
    case 'minLength':
      return `at least ${count(value, 'character')}`;
    case 'maxLength':
      return `at most ${count(value, 'character')}`;
    case 'minItems':
      return `at least ${count(value, 'item')}`;
    case 'maxItems':
      return `at most ${count(value, 'item')}`;
    case 'minProperties':
      return `at least ${count(value, 'property', 'properties')}`;
    case 'maxProperties':
      return `at most ${count(value, 'property', 'properties')}`;
    case 'dependentRequired':
      return `${String(error.params.missingProperty)} in addition to ${String(error.params.property)}`;
    case 'minimum':
      return `a number of at least ${String(value)}`;
    case 'maximum':
      return `a number of at most ${String(value)}`;
    case 'exclusiveMinimum':
      return `a number above ${String(value)}`;
    case 'pattern':
      return isNoDateTime(error) ? DATE_TIME : `a text that matches ${String(value)}`;
    case 'multipleOf':
      return `a multiple of ${String(value)}`;
    default:
      return error.message ?? `${error.keyword} ${brief(value)}`;
  }
}

/** True if the schema has the format `date-time`, and the text has no offset. A pattern may require more than the format. */
function isNoDateTime({ parentSchema, data }: ErrorObject): boolean {
  return parentSchema?.format === 'date-time' && !/(?:Z|[+-]\d{2}:\d{2})$/i.test(String(data));
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : type === 'null' ? 'null' : `a ${type}`;
}

function count(value: unknown, unit: string, plural = `${unit}s`): string {
  return `${String(value)} ${value === 1 ? unit : plural}`;
}
