import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject } from '../json.ts';

type Validate = { (isUnique: boolean, items: readonly unknown[]): boolean; errors?: Partial<ErrorObject>[] };

/** Validates `uniqueItems` in linear time. The time of ajv grows with the square of the number of items. */
export const uniqueItems: Validate = (isUnique, items) => {
  const known = new Map<string, number>();
  for (const [index, item] of isUnique ? items.entries() : []) {
    const text = JSON.stringify(item, sortMembers);
    const other = known.get(text);
    if (other !== undefined) {
      const message = `must NOT have duplicate items (items ## ${other} and ${index} are identical)`;
      uniqueItems.errors = [{ keyword: 'uniqueItems', params: { i: index, j: other }, message }];
      return false;
    }
    known.set(text, index);
  }
  return true;
};

function sortMembers(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
