/** JSON object. */
export type JsonObject = { [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Copy of a JSON value with every string and property name changed by a function. */
export function mapStrings<T>(value: T, change: (text: string) => string): T;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapStrings(member, change)]));
}

/** JSON text of a value, for a message: `"RSA"`, `42`. */
export function quoted(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

/** Short text of a value for a message: `"RSA"`, `42`, `an object`, `an array of 3`, `a PEM block "PUBLIC KEY"`. */
export function brief(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // The content of a PEM block is never shown, since the block may be a private key.
  if (value.includes('-----BEGIN')) {
    const [, label] = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(value) ?? [];
    return label === undefined ? 'a PEM block' : `a PEM block "${label}"`;
  }
  if (value.length > 10_000) return `a string of ${value.length} UTF-16 units`;
  const { length } = Array.from(value);
  return length <= 40 ? JSON.stringify(value) : `a string of ${length} characters`;
}
