import { mapStrings as mapEach } from '../contract/json.ts';

/**
 * Copy of plain data in which a function has changed every string and property name. The function is called once per
 * distinct string.
 */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  const changed = new Map<string, string>();
  return mapEach(value, (text) => {
    const known = changed.get(text) ?? change(text);
    changed.set(text, known);
    return known;
  });
}
