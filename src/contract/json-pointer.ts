/** JSON Pointer (RFC 6901), as a string and as a URI fragment. */

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** Appends tokens to a JSON Pointer: `('/a', 'b/c')` → `/a/b~1c`. */
export function append(pointer: string, ...tokens: (string | number)[]): string {
  return tokens.reduce<string>((result, token) => `${result}/${escapeToken(String(token))}`, pointer);
}

/** Splits a JSON Pointer into its tokens: `/a/b~1c` → `['a', 'b/c']`. */
export function tokens(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescapeToken);
}

/** Joins the tokens of a JSON Pointer for a message: `['fields', '0', 'a']` → `fields.0.a`. Long names are cut. */
export function dottedPath(tokens: readonly string[]): string {
  return tokens.map((token) => (token.length <= 80 ? token : `${token.slice(0, 80)}…`)).join('.');
}

/** Converts a JSON Pointer to the fragment of a `$ref`: each token is percent-encoded (RFC 6901 §6). */
export function toFragment(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/** Converts the fragment of a `$ref` to a JSON Pointer: `#/a/%7Bb%7D` → `/a/{b}`. */
export function fromFragment(fragment: string): string {
  return decodeURIComponent(fragment.replace(/^#/, ''));
}

/** Value at a JSON Pointer; undefined if the document has no such value. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of tokens(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Record<string, unknown>)[token];
  }
  return value;
}
