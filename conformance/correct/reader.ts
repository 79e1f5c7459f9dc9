import { Rejection } from './problem.ts';

/**
 * Validates a JSON value.
 *
 * @param at path of the value in the body, for messages; empty for the whole body
 * @throws Rejection if the value is invalid
 */
export type Reader<T> = (value: unknown, at: string) => T;

type Readers = Readonly<Record<string, Reader<unknown>>>;

/** Type of the object that the function `record` returns, with the required and optional properties. */
type Members<Needed extends Readers, Optional extends Readers> = {
  readonly [Name in keyof Needed]: ReturnType<Needed[Name]>;
} & { readonly [Name in keyof Optional]?: ReturnType<Optional[Name]> };

function malformed(at: string, wanted: string): never {
  throw new Rejection('malformed', `${at || 'The body'} must be ${wanted}.`);
}

export const flag: Reader<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : malformed(at, 'true or false');

/** Reads a string of `least` to `most` Unicode code points. */
export function text(least = 0, most = Number.POSITIVE_INFINITY): Reader<string> {
  return (value, at) => {
    if (typeof value !== 'string') return malformed(at, 'a string');
    const { length } = Array.from(value);
    return length >= least && length <= most ? value : malformed(at, `a string of ${least} to ${most} characters`);
  };
}

export function integer(least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): Reader<number> {
  return (value, at) => {
    const isFitting = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    return isFitting ? value : malformed(at, 'an integer within its limits');
  };
}

export function oneOf<Word extends string>(...words: readonly Word[]): Reader<Word> {
  return (value, at) => words.find((word) => word === value) ?? malformed(at, words.join(' or '));
}

export function list<T>(item: Reader<T>, least = 0): Reader<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < least) return malformed(at, `a list of at least ${least} items`);
    return value.map((one, index) => item(one, `${at}[${index}]`));
  };
}

/** Reads an object whose property names are chosen by the client. */
export function map<T>(item: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, at) =>
    new Map(Object.entries(object(value, at)).map(([name, one]) => [name, item(one, `an entry of ${at}`)]));
}

/** Reads an object with the given required and optional properties. Ignores unknown properties (D10). */
export function record<Needed extends Readers, Optional extends Readers>(
  needed: Needed,
  optional: Optional,
): Reader<Members<Needed, Optional>> {
  return (value, at) => {
    const source = object(value, at);
    const missing = Object.keys(needed).find((name) => !Object.hasOwn(source, name));
    if (missing !== undefined) throw new Rejection('malformed', `${at ? `${at} has` : 'The body has'} no ${missing}.`);
    const known = Object.entries({ ...needed, ...optional }).filter(([name]) => Object.hasOwn(source, name));
    const members = known.map(([name, read]) => [name, read(source[name], at ? `${at}.${name}` : name)]);
    return Object.fromEntries(members) as Members<Needed, Optional>;
  };
}

function object(value: unknown, at: string): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : malformed(at, 'an object');
}
