const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/**
 * Limits of a JSON text. To parse even a short text needs much time and memory, if the text has many small values or is
 * deeply nested.
 */
export interface JsonLimits {
  readonly depth: number;
  readonly values: number;
  /** Maximum length of a property name, in bytes. */
  readonly name?: number;
}

/**
 * Finds the limit that a text exceeds. The text need not be valid JSON. The limits are tested before parsing, since the
 * parsed value takes many times the memory of the text.
 */
export function exceededLimit(bytes: Uint8Array, limits: JsonLimits): keyof JsonLimits | undefined {
  let depth = 0;
  let values = 1;
  let lastString = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      lastString = end - at - 1;
      at = end;
    } else if (byte === COLON && limits.name !== undefined && lastString > limits.name) return 'name';
    else if (byte === COMMA) values++;
    else if (byte === 0x5b || byte === 0x7b) {
      values++;
      if (++depth > limits.depth) return 'depth';
    } else if (byte === 0x5d || byte === 0x7d) depth--;
    if (values > limits.values) return 'values';
  }
  return undefined;
}

/** The position of the closing quote of a string, or the end of an unclosed string. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
