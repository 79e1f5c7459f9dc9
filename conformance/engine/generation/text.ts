import * as fc from 'fast-check';

/** Strings that every implementation must accept: whole code points, no control characters, never blank. */

const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const MARKS = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
/** Characters of other scripts: from right to left, combining, beyond the BMP, joined. */
const OTHERS = [...'äßéñøłŽΩжЫשعदก鍵字한…–€', '\u0301', '\u200d', ...'🔑👩𠀀𝔸'];

/** Words that a service may misinterpret as another type than a string. */
const MISLEADING_WORDS = [
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  '1e3',
  'NaN',
  '2026-01-15',
  'constructor',
  'toString',
];

const character = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 2, arbitrary: fc.constantFrom(...MARKS) },
  { weight: 2, arbitrary: fc.constantFrom(...OTHERS) },
);

/** The maximum length of most texts; a longer `maxLength` of the schema is tried sometimes. */
const USUAL_LENGTH = 40;

/** Texts of `minimum` to `maximum` Unicode code points; the maximum length occurs often. */
export function text(minimum = 0, maximum?: number): fc.Arbitrary<string> {
  const ofLength = (minLength: number, maxLength: number) =>
    fc.string({ unit: character, minLength, maxLength, size: 'max' });
  const usual = ofLength(minimum, Math.max(minimum, Math.min(maximum ?? USUAL_LENGTH, USUAL_LENGTH)));
  const words = MISLEADING_WORDS.filter(({ length }) => length >= minimum && length <= (maximum ?? length));
  const arbitraries = [
    { weight: 8, arbitrary: usual },
    ...(words.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...words) }] : []),
    ...(maximum === undefined ? [] : [{ weight: 1, arbitrary: ofLength(maximum, maximum) }]),
  ];
  return fc.oneof({ withCrossShrink: true }, ...arbitraries).filter((made) => made === '' || made.trim() !== '');
}
