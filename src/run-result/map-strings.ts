/** A copy of plain data in which every string, and every name of a member, is changed: each once, however often it is there. */
export function mapStrings<T>(value: T, change: (text: string) => string): T;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  const changed = new Map<string, string>();
  const changeOnce = (text: string) => {
    const known = changed.get(text) ?? change(text);
    changed.set(text, known);
    return known;
  };
  return map(value, changeOnce);
}

function map(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => map(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [change(name), map(member, change)]);
  return Object.fromEntries(members);
}
