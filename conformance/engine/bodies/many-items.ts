import { isObject, type JsonObject } from '../../../src/contract/json.ts';

/** Number of items that are more than the items of a usual request. */
const MANY = 12;

/**
 * A copy of a body in which each array of objects has at least `MANY` items, since a service may validate only the first
 * items. The added items are copies of the first item.
 */
export function withManyItems(value: unknown): unknown {
  if (Array.isArray(value)) {
    const [first] = value;
    // A service may reject equal texts or numbers.
    if (!isObject(first)) return value;
    const added = Array.from({ length: Math.max(0, MANY - value.length) }, (_, index) => renamed(first, index));
    // Only the last item has many items itself, so that the body stays small.
    return [...value.slice(0, -1), ...added, withManyItems(value.at(-1))];
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withManyItems(member)]));
}

/** A copy of an item with other texts, since a service may require different names. */
function renamed(item: JsonObject, index: number): unknown {
  const entries = Object.entries(item).map(([name, value]) => [
    name,
    typeof value === 'string' ? `${value}_${index}` : value,
  ]);
  return Object.fromEntries(entries);
}
