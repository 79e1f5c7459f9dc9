import { distance } from 'fastest-levenshtein';

/**
 * Known word with a spelling similar to an unknown word. `sure`: true if the words differ only in letter case, `_`, `-`
 * or spaces.
 */
export interface Spelling {
  readonly word: string;
  readonly sure: boolean;
}

/**
 * Maximum length, in characters, of an unknown word that is compared with the known words. All words of a contract are
 * shorter than this maximum, and the time of a comparison grows with the length of the word.
 */
const MAX_LENGTH = 64;

/** Known word with the most similar spelling; undefined if no word is similar. */
export function nearest(word: string, known: readonly string[]): Spelling | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const plain = simplify(word);
  let best: Spelling | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of known) {
    const plainOther = simplify(other);
    if (plain === plainOther) return { word: other, sure: true };
    const steps = distance(plain, plainOther);
    const longer = Math.max(plain.length, plainOther.length);
    if (steps < least && steps <= Math.ceil(longer / 3)) {
      least = steps;
      best = { word: other, sure: false };
    }
  }
  return best;
}

function simplify(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}
