import { reversed } from '../bodies/reversed.ts';

/**
 * Functions that write a JSON text in another way. The result has the same value (RFC 8259). The suffix is a text that a
 * case adds to each string before the function changes the JSON text.
 */
export const JSON_SPELLINGS: readonly (readonly [what: string, spell: (json: string) => string, suffix?: string])[] = [
  [
    'white space before, inside and after the JSON',
    (json) => `\r\n\t ${JSON.stringify(JSON.parse(json), null, '\t')}\r\n`,
  ],
  ['Unicode escapes for the letters of all strings and property names', (json) => unicodeEscapes(json)],
  ['Unicode escapes with capital letters', (json) => unicodeEscapes(json, (digits) => digits.toUpperCase())],
  ['an escape for each solidus', (json) => json.replaceAll('/', '\\/'), ' a/b'],
  ['its properties in another order', (json) => JSON.stringify(reversed(JSON.parse(json)))],
];

function unicodeEscapes(json: string, spell = (digits: string) => digits): string {
  const unicode = (letter: string) => `\\u${spell(letter.charCodeAt(0).toString(16).padStart(4, '0'))}`;
  const parts = /\\u.{4}|\\.|[a-z]|[^\0-\x7f]/gs;
  return json.replace(/"(?:[^"\\]|\\.)*"?/g, (text) =>
    text.replace(parts, (part) => (part.length === 1 ? unicode(part) : part)),
  );
}
