import { hash } from 'node:crypto';

const DEPTH = 10_000;

/** A nesting depth that every parser accepts, but that some later code of a service cannot handle. */
const SHALLOW = 100;
/** A nesting depth below the limit of most parsers, which is 1,000 or larger. */
const BELOW_LIMIT = 900;

/** Bodies that many parsers reject. */
export const BODIES: readonly (readonly [id: string, what: string, body: string | Buffer])[] = [
  ['nested-depth-levels-deep', `nested ${DEPTH} levels deep`, `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
  ['nested-depth-objects-deep', `nested ${DEPTH} objects deep`, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  [
    'member-nested-shallow-levels-deep',
    `with a property nested ${SHALLOW} levels deep`,
    `{"x": ${'['.repeat(SHALLOW)}${']'.repeat(SHALLOW)}}`,
  ],
  [
    'member-nested-below-limit',
    `with a property nested ${BELOW_LIMIT} levels deep`,
    `{"x": ${'['.repeat(BELOW_LIMIT)}${']'.repeat(BELOW_LIMIT)}}`,
  ],
  [
    'proto-constructor',
    'with __proto__ and constructor',
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  ],
  ['not-utf-8', 'that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['byte-order-mark', 'with a byte order mark', '\uFEFF{}'],
  ['number-out-range', 'with numbers out of range', '{"a": 1e999, "b": -1e999, "c": 123456789012345678901234567890}'],
  // Python rejects integers of more than 4,300 digits.
  ['integer-5-000-digits', 'with an integer of 5,000 digits', `{"x": ${'9'.repeat(5000)}}`],
  ['same-member-twice', 'with the same property twice', '{"name": "a", "name": 1, "label": "b", "label": null}'],
];

/**
 * A value that a database or a library may not support. The suite replaces every string, or every integer, of a valid
 * body by this value.
 */
export type UnsupportedValue = readonly [
  id: string,
  what: string,
  type: 'string' | 'integer',
  value: unknown,
  bytes?: (json: string) => Buffer,
];

/**
 * A number that the suite later replaces in the JSON text by a number that `JSON.stringify` cannot write, such as -0.
 */
const PLACEHOLDER = 424_242_424_242;
const asText = (number: string) => (json: string) => Buffer.from(json.replaceAll(`${PLACEHOLDER}`, number));

/** A text that no compression makes much shorter, since a database may compress a text before it tests its length. */
export const IRREGULAR = Array.from({ length: 157 }, (_, index) => hash('sha256', `${index}`))
  .join('')
  .slice(0, 10_000);

export const VALUES: readonly UnsupportedValue[] = [
  ['strings-nul', 'strings with a NUL character', 'string', 'a\u0000b'],
  ['strings-half-surrogate-pair', 'strings with half a surrogate pair', 'string', 'a\ud83d'],
  // A body that is not UTF-8: the suite encodes the body in Latin-1, where a character above 127 is one byte.
  ['strings-are-not-utf-8', 'strings that are not UTF-8', 'string', 'a\u00ffb', (json) => Buffer.from(json, 'latin1')],
  ['strings-10-000-characters', 'strings of 10,000 characters', 'string', IRREGULAR],
  ['strings-named-proto', 'strings named __proto__', 'string', '__proto__'],
  ['strings-quotes', 'strings with quotes', 'string', `O'Brien "x" \`y\`; --`],
  ['strings-directives-formatting', 'strings with formatting directives', 'string', '~a~d%s%n{0}{x}'],
  ['strings-are-no-pattern', 'strings that are not a valid regular expression', 'string', '[(*\\'],
  ['integers-beyond-32-bits', 'integers beyond 32 bits', 'integer', 2 ** 31],
  ['integers-beyond-53-bits', 'integers beyond 53 bits', 'integer', 2 ** 60],
  ['integers-beyond-64-bits', 'integers beyond 64 bits', 'integer', 2 ** 65],
  ['integers-infinite', 'integers beyond the range of floating-point numbers', 'integer', PLACEHOLDER, asText('1e400')],
  ['integers-exponent', 'integers with an exponent', 'integer', PLACEHOLDER, asText('1.2e1')],
  ['integers-negative-zero', 'integers that are -0', 'integer', PLACEHOLDER, asText('-0')],
];

/** Segments of a path that some libraries cannot decode, or that have a meaning in another language. */
export const SEGMENTS: readonly (readonly [id: string, what: string, segment: string])[] = [
  ['broken-percent-escape', 'a broken percent-escape', '%E0%A4%A'],
  ['percent-escape-letters', 'a percent-escape without hexadecimal digits', '%zz'],
  ['punctuation', 'punctuation', "a:b;c=d,e@f&g$h!i'j(k)l*m+n"],
  ['nul', 'a NUL character', '%00'],
  ['bytes-are-not-utf-8', 'bytes that are not UTF-8', '%FF%FE'],
  ['dots-lead-upwards', 'dot segments that lead upwards', '..%2F..%2Fetc%2Fpasswd'],
  ['quote-comment', 'a quote and a comment', "'%20OR%20'1'='1'--"],
  ['directives-formatting', 'formatting directives', '~a~d%25s%25n%7B0%7D%7Bx%7D'],
  ['pattern-none', 'an invalid regular expression', '%5B(*%5C'],
  ['4-000-characters', '4,000 characters', 'x'.repeat(4000)],
];

/** Malformed media types. */
export const MEDIA_TYPES = [
  '/',
  ';',
  'application/',
  'application/json; charset',
  'application/json;;=',
  'application/json; charset="',
  'application/json; =utf-8',
  'application/json, text/plain',
  'multipart/form-data',
  'é',
  `application/json; ${'x'.repeat(500)}`,
];
