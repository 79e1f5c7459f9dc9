import { mapStrings as mapEach } from '../contract/json.ts';

/** A copy of plain data in which every string, and every name of a member, is changed: each once, however often it is there. */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  const changed = new Map<string, string>();
  return mapEach(value, (text) => {
    const known = changed.get(text) ?? change(text);
    changed.set(text, known);
    return known;
  });
}
