import { RESPONSE_LIMITS } from './response-limits.ts';

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,:[]{}');

/**
 * The reason why a JSON text is not judged, as a clause about the body; undefined if the text is within the limits. The
 * text need not be valid. Called before parsing, since the parsed value takes many times the memory of the text.
 */
export function jsonExcess(bytes: Uint8Array): string | undefined {
  let [depth, values, isInString] = [0, 0, false];
  const { jsonDepth, jsonValues } = RESPONSE_LIMITS;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === COLON) values++;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      if (++depth > jsonDepth) return `has more than ${jsonDepth} levels`;
    }
    if (values > jsonValues) return `has more than ${jsonValues.toLocaleString('en-US')} values`;
  }
  return undefined;
}
