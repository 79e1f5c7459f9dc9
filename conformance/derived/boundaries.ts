import { keyword } from '../../src/contract/schema/schema-walk.ts';
import { type BodyPlace, isItem } from '../engine/bodies/body-places.ts';
import { has } from '../engine/bodies/violating-values.ts';

/** A value at the limit of a constraint, or a large value without a limit, that the target must accept. */
export interface Boundary {
  readonly id: string;
  readonly keyword: string;
  /** The predicate after the name of the property: `has 255 characters`. */
  readonly what: string;
  /** @param own the value of a valid body at the place */
  readonly value: (own: unknown) => unknown;
  /** A status that the target may also respond with: a short name may be taken, a large value impossible. */
  readonly openStatus?: 409 | 422;
}

/** A number without a maximum in the schema: larger than small columns allow. */
const LARGE_INTEGER = 100_000;

/** A length without a maximum in the schema, in characters: unusually long, but within any database column. */
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
  // Some languages treat "0" as false.
  if (minLength === 1) yield edge('zero', 'minLength', 'is "0"', () => '0');
  const maxLength = keyword(nodes, 'maxLength');
  if (typeof maxLength === 'number') {
    yield edge('longest', 'maxLength', has(maxLength, 'character'), () => letters(maxLength));
    yield edge('longest-beyond-bmp', 'maxLength', `${has(maxLength, 'code point')} beyond the BMP`, () =>
      astral(maxLength),
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

/** True for a required or unique string without further constraints. */
function mayBeLong(place: BodyPlace): boolean {
  const { nodes, value, required } = place;
  const isName = keyword(nodes, 'x-unique') === true || (required && !isItem(place));
  return isName && typeof value === 'string' && hasNoOtherConstraint(nodes, ['maxLength', 'examples']);
}

/** True if the schema restricts a string neither by a format, pattern or values, nor by one of these keywords. */
export function hasNoOtherConstraint(nodes: BodyPlace['nodes'], names: readonly string[]): boolean {
  return ['format', 'pattern', 'enum', 'const', 'x-fixture', ...names].every(
    (name) => keyword(nodes, name) === undefined,
  );
}

/** Random letters, so that even a single one is probably unique. */
function letters(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
}

function astral(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000))).join('');
}

/** Strings with examples and without constraints. */
export function openStrings(all: readonly BodyPlace[]): BodyPlace[] {
  return all
    .filter(({ nodes, value }) => typeof value === 'string' && Array.isArray(keyword(nodes, 'examples')))
    .filter(({ nodes }) => ['enum', 'const', 'format', 'pattern'].every((name) => keyword(nodes, name) === undefined));
}
