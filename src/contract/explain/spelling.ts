import { distance } from 'fastest-levenshtein';

/** What a word was probably meant to be; `sure` when only case, `_`, `-` or spaces differ. */
export interface Spelling {
  readonly word: string;
  readonly sure: boolean;
}

/** No word of a contract is longer, and the time for a comparison grows with both lengths. */
const LONGEST = 64;

/** The nearest of the words that are known, if any is near. */
export function nearest(word: string, known: readonly string[]): Spelling | undefined {
  if (word.length > LONGEST) return undefined;
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
