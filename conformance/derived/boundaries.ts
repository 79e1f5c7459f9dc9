import { keyword } from '../../src/contract/schema/schema-walk.ts';
import { type BodyPlace, isItem } from '../engine/bodies/body-places.ts';
import { has } from '../engine/bodies/violating-values.ts';

/**
 * A value that the target must accept: a value at the limit of a constraint, or a large value if the schema has no
 * limit.
 */
export interface Boundary {
  readonly id: string;
  readonly keyword: string;
  /** The predicate after the name of the property, such as `has 255 characters`. */
  readonly what: string;
  /** @param own the value that the property has in a valid body */
  readonly value: (own: unknown) => unknown;
  /**
   * A status other than success with which the target may respond: 409 if a record may already have the short name, or
   * 422 if the service may limit the value.
   */
  readonly openStatus?: 409 | 422;
}

/** An integer for a schema without a maximum, larger than a 16-bit database column can store. */
const LARGE_INTEGER = 100_000;

/** The length in characters of a string for a schema without a maximum: unusually long. */
const LONG_NAME = 200;

export const padded = (text: unknown) => String(text).padEnd(LONG_NAME, 'x');

export function* boundaries(place: BodyPlace): Generator<Boundary> {
  const { nodes, value } = place;
  if (keyword(nodes, 'x-fixture') !== undefined || keyword(nodes, 'x-exemplary') === true) return;
  const mayConflict = keyword(nodes, 'x-unique') === true;
  const edge = (id: string, name: string, what: string, make: () => unknown): Boundary => ({
    id,
    keyword: name,
    what,
    value: make,
    ...(mayConflict && { openStatus: 409 }),
  });
  const minLength = Number(keyword(nodes, 'minLength') ?? 0);
  if (minLength > 0) {
    yield edge('shortest', 'minLength', has(minLength, 'character'), () => letters(minLength));
    yield edge('shortest-beyond-bmp', 'minLength', `${has(minLength, 'code point')} beyond the BMP`, () =>
      astral(minLength),
    );
  }
  if (minLength > 0) yield edge('blank', 'minLength', 'is blank', () => ' '.repeat(minLength));
  // Some programming languages treat the string "0" as false.
  if (minLength === 1) yield edge('zero', 'minLength', 'is "0"', () => '0');
  const maxLength = keyword(nodes, 'maxLength');
  if (typeof maxLength === 'number') {
    yield edge('longest', 'maxLength', has(maxLength, 'character'), () => letters(maxLength));
    yield edge('longest-beyond-bmp', 'maxLength', `${has(maxLength, 'code point')} beyond the BMP`, () =>
      astral(maxLength),
    );
    // In JSON, each of these characters has two bytes.
    if (maxLength > 1)
      yield edge('longest-with-escapes', 'maxLength', `${has(maxLength, 'character')} that JSON escapes`, () =>
        letters(1).padEnd(maxLength, '"\\\n'),
      );
  }
  if (mayBeLong(place)) {
    yield { id: 'long', keyword: 'type', what: has(LONG_NAME, 'character'), value: padded, openStatus: 422 };
  }
  for (const name of ['minimum', 'maximum']) {
    const bound = keyword(nodes, name);
    if (typeof bound === 'number') yield edge(name, name, `is ${bound}`, () => bound);
  }
  if (keyword(nodes, 'type') === 'integer' && keyword(nodes, 'maximum') === undefined) {
    yield { ...edge('large', 'type', `is ${LARGE_INTEGER}`, () => LARGE_INTEGER), openStatus: 422 };
  }
  const minItems = keyword(nodes, 'minItems');
  if (typeof minItems === 'number' && Array.isArray(value) && value.length === minItems) {
    yield edge('fewest', 'minItems', has(minItems, 'item'), () => value);
  }
}

/** True for a string that is required or unique, and that has no further constraints. */
function mayBeLong(place: BodyPlace): boolean {
  const { nodes, value, required } = place;
  const isName = keyword(nodes, 'x-unique') === true || (required && !isItem(place));
  return isName && typeof value === 'string' && hasNoOtherConstraint(nodes, ['maxLength', 'examples']);
}

/**
 * True if the schema restricts a string neither by a format, a pattern or an enum, nor by one of the given keywords.
 */
export function hasNoOtherConstraint(nodes: BodyPlace['nodes'], names: readonly string[]): boolean {
  return ['format', 'pattern', 'enum', 'const', 'x-fixture', ...names].every(
    (name) => keyword(nodes, name) === undefined,
  );
}

/** A string of random letters from a set of 20,000, so that even a string of one letter is probably unique. */
function letters(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
}

function astral(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000))).join('');
}

/** The strings whose schema has examples, but no enum, constant, format or pattern. */
export function openStrings(all: readonly BodyPlace[]): BodyPlace[] {
  return all
    .filter(({ nodes, value }) => typeof value === 'string' && Array.isArray(keyword(nodes, 'examples')))
    .filter(({ nodes }) => ['enum', 'const', 'format', 'pattern'].every((name) => keyword(nodes, name) === undefined));
}
