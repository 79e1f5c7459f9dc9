import * as fc from 'fast-check';

/**
 * Generates strings that every server must accept: complete code points, without control characters, and never blank.
 */

const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const MARKS = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
/**
 * Characters that servers may handle wrongly: from right-to-left scripts, combining or joined characters, or outside
 * the Basic Multilingual Plane.
 */
const OTHERS = [...'äßéñøłŽΩжЫשعदก鍵字한…–€', '\u0301', '\u200d', ...'🔑👩𠀀𝔸'];

/** Words that a service may misinterpret as a value of another type, or as a property of an object. */
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

/**
 * The maximum length of most generated texts. Some generated texts are longer: they have the `maxLength` of the schema.
 */
const USUAL_LENGTH = 40;

/** Generates texts of `minimum` to `maximum` Unicode code points. About every tenth text has the maximum length. */
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
