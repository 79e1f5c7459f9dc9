import { append } from '../../../src/contract/json-pointer.ts';
import { keyword } from '../../../src/contract/schema-walk.ts';
import type { Session } from '../session.ts';
import { type Place, replaced } from './places.ts';

/** A value at the edge of a constraint that must still be taken. */
export interface Boundary {
  readonly pointer: string;
  readonly keyword: string;
  readonly what: string;
  readonly body: (session: Session) => unknown;
  /** Whether a value this short may be taken already. */
  readonly mayConflict: boolean;
}

export function* boundaries(body: unknown, place: Place): Generator<Boundary> {
  const { path, nodes, value } = place;
  const pointer = append('', ...path);
  const unique = keyword(nodes, 'x-unique') === true;
  const edge = (name: string, what: string, make: () => unknown): Boundary => ({
    pointer,
    keyword: name,
    what,
    body: () => replaced(body, path, make()),
    mayConflict: unique,
  });
  if (keyword(nodes, 'x-fixture') !== undefined) return;
  const minLength = Number(keyword(nodes, 'minLength') ?? 0);
  if (minLength > 0) {
    yield edge('minLength', `has ${minLength} characters`, () => letters(minLength));
    yield edge('minLength', `has ${minLength} code points beyond the BMP`, () => astral(minLength));
  }
  const maxLength = keyword(nodes, 'maxLength');
  if (typeof maxLength === 'number') {
    yield edge('maxLength', `has ${maxLength} characters`, () => letters(maxLength));
    yield edge('maxLength', `has ${maxLength} code points beyond the BMP`, () => astral(maxLength));
  }
  for (const name of ['minimum', 'maximum']) {
    const bound = keyword(nodes, name);
    if (typeof bound === 'number') yield edge(name, `is ${bound}`, () => bound);
  }
  const minItems = keyword(nodes, 'minItems');
  if (typeof minItems === 'number' && Array.isArray(value) && value.length === minItems) {
    yield edge('minItems', `has ${minItems} items`, () => value);
  }
}

/** Different each time, so that a single one hardly meets itself again. */
function letters(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
}

function astral(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000))).join('');
}

/** Strings of which the document only shows values: an array of `[path, another value]`. */
export function openStrings(all: Iterable<Place>): (readonly string[])[] {
  return [...all]
    .filter(({ nodes, value }) => typeof value === 'string' && Array.isArray(keyword(nodes, 'examples')))
    .filter(({ nodes }) => ['enum', 'const', 'format', 'pattern'].every((name) => keyword(nodes, name) === undefined))
    .map(({ path }) => path);
}
