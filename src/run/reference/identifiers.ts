import { addressesOf, type Fixtures } from '../../../conformance/index.ts';
import { decoded } from '../../contract/document/path-template.ts';
import { isObject } from '../../contract/json.ts';

/** Names of response properties that contain the identifier of a created record. */
const IDENTIFIER = /^(?:id|kid)$/i;

/**
 * Minimum length of an identifier, in characters, for a replacement within a longer text: a shorter identifier may
 * occur in a text by chance.
 */
const MIN_WITHIN = 16;

/**
 * Mapping between the identifiers of the target and of the mock: the identifiers of fixtures, and the identifiers in
 * responses.
 */
export class Identifiers {
  readonly #toMock = new Map<string, string>();

  /** @throws RangeError if two fixtures of the target have the same identifier */
  constructor(target: Fixtures, mock: Fixtures) {
    for (const [own, other] of pairs(target, mock)) {
      if ((this.#toMock.get(own) ?? other) !== other) throw new RangeError(`two fixtures have the identifier "${own}"`);
      this.#toMock.set(own, other);
    }
  }

  /**
   * Learns which identifiers correspond, from the bodies of two responses to one request: from the target and from the
   * mock.
   */
  learn(target: unknown, mock: unknown): void {
    if (!isObject(target) || !isObject(mock)) return;
    for (const [name, value] of Object.entries(target)) {
      const other = mock[name];
      const names = IDENTIFIER.test(name) && typeof value === 'string' && typeof other === 'string';
      if (names && value !== '' && !this.#toMock.has(value)) this.#toMock.set(value, other);
    }
  }

  /**
   * Request path with the identifiers of the mock in place of the identifiers of the target. A short identifier is
   * replaced only if it is a complete path segment.
   */
  inPath(path: string): string {
    const [route = '', ...query] = path.split('?');
    const within = replacer(this.#forms(([own]) => own.length >= MIN_WITHIN));
    const segments = route.split('/').map((segment) => {
      const known = this.#toMock.get(decoded(segment));
      return known === undefined ? within(segment) : encodeURIComponent(known);
    });
    return [segments.join('/'), ...query].join('?');
  }

  /**
   * JSON text with the identifiers of the mock in place of the identifiers of the target, otherwise unchanged. A short
   * identifier is replaced only if it is a complete JSON string.
   */
  inJson(text: string): string {
    const changes = [...this.#toMock].map(([own, other]): [string, string] =>
      own.length >= MIN_WITHIN ? [own, other] : [JSON.stringify(own), JSON.stringify(other)],
    );
    return replacer(changes)(text);
  }

  /** Text from the mock, with the identifiers of the target in place of the identifiers of the mock. */
  ofTarget(text: string): string {
    const changes = [...this.#toMock].map(([own, other]): [string, string] => [
      other,
      JSON.stringify(own).slice(1, -1),
    ]);
    return replacer(changes, '(?<![\\w-])', '(?![\\w-])')(text);
  }

  #forms(wanted: (pair: [string, string]) => boolean): [string, string][] {
    const found = [...this.#toMock].filter(wanted);
    return [...found, ...found.map(([own, other]): [string, string] => [own.toUpperCase(), other.toUpperCase()])];
  }
}

/** Returns a function that replaces all given texts in one pass, so that an inserted text is not replaced again. */
function replacer(changes: readonly (readonly [string, string])[], before = '', after = ''): (text: string) => string {
  const longestFirst = changes.toSorted(([a], [b]) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  const others = new Map(longestFirst);
  const literals = longestFirst.map(([from]) => from.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`${before}(?:${literals.join('|')})${after}`, 'g');
  return (text) => text.replaceAll(pattern, (found) => others.get(found) ?? found);
}

function pairs(target: Fixtures, mock: Fixtures): [string, string][] {
  return Object.keys(target).flatMap((name) => {
    const others = addressesOf(mock[name]);
    return addressesOf(target[name]).flatMap((own, index): [string, string][] => {
      const other = others[index];
      return other === undefined ? [] : [[own, other]];
    });
  });
}
