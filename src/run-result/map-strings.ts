import { mapStrings as mapEach } from '../contract/json.ts';

/**
 * Returns a copy of plain data, with every string and property name replaced by the result of `change`. Calls `change`
 * once per distinct string.
 */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  const changed = new Map<string, string>();
  return mapEach(value, (text) => {
    const known = changed.get(text) ?? change(text);
    changed.set(text, known);
    return known;
  });
}
