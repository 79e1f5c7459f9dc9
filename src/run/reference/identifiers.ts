import { addressesOf, type Fixtures } from '../../../conformance/index.ts';
import { decoded } from '../../contract/document/path-template.ts';
import { isObject } from '../../contract/json.ts';

/** What names a thing: a member of an answer that others refer to. */
const IDENTIFIER = /^(?:id|kid)$/i;

/** Shorter texts may stand within others by chance. */
const MIN_WITHIN = 16;

/** Which identifier of the target is which of the mock: those of the fixtures, and those that answers gave. */
export class Identifiers {
  readonly #toMock = new Map<string, string>();

  /** @throws RangeError when one of the target's names two things, so that nobody can tell which is meant */
  constructor(target: Fixtures, mock: Fixtures) {
    for (const [own, other] of pairs(target, mock)) {
      if ((this.#toMock.get(own) ?? other) !== other) throw new RangeError(`${own} names two fixtures`);
      this.#toMock.set(own, other);
    }
  }

  /** Learns from two answers to the same request how each side names what it made. */
  learn(target: unknown, mock: unknown): void {
    if (!isObject(target) || !isObject(mock)) return;
    for (const [name, value] of Object.entries(target)) {
      const other = mock[name];
      const names = IDENTIFIER.test(name) && typeof value === 'string' && typeof other === 'string';
      if (names && value !== '' && !this.#toMock.has(value)) this.#toMock.set(value, other);
    }
  }

  /** The path with the mock's identifiers: of whole segments, and of long ones also within them. */
  inPath(path: string): string {
    const [route = '', ...query] = path.split('?');
    const within = replacer(this.#forms(([own]) => own.length >= MIN_WITHIN));
    const segments = route.split('/').map((segment) => {
      const known = this.#toMock.get(decoded(segment));
      return known === undefined ? within(segment) : encodeURIComponent(known);
    });
    return [segments.join('/'), ...query].join('?');
  }

  /** The same in JSON text, whose form stays as it is; short ones only where they are the whole of a string. */
  inJson(text: string): string {
    const changes = [...this.#toMock].map(([own, other]): [string, string] =>
      own.length >= MIN_WITHIN ? [own, other] : [JSON.stringify(own), JSON.stringify(other)],
    );
    return replacer(changes)(text);
  }

  /** What the mock said, with the identifiers of the target in the place of its own. */
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

/** Changes every text for its other one, all in one pass: what was changed is not changed again. */
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
