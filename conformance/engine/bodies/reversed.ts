import { isObject } from '../../../src/contract/json.ts';

/**
 * A copy of a JSON value with the properties of each object in reverse order.
 *
 * @param items true to reverse also the items of each array
 */
export function reversed(value: unknown, items = false): unknown {
  if (Array.isArray(value)) {
    const copies = value.map((item) => reversed(item, items));
    return items ? copies.toReversed() : copies;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member, items)]));
}
