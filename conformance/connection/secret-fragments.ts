import { MIN_SECRET_LENGTH } from '../../src/contract/hide-secrets.ts';

/** Replaces the fragments of a secret in a text. */
export type HideFragments = (text: string) => string;

/**
 * Returns a function that replaces every fragment of at least half of a secret, in any letter case, since a target may
 * cut characters at both ends. A fragment of a short secret must be longer than half of the secret, since words often
 * contain short fragments.
 *
 * The function divides the secret into a few pieces and searches the text for each piece of the secret: every fragment
 * to replace contains a whole piece. The time of the search for pieces is linear in the length of the text.
 *
 * @param ownWords text of the suite in lower case; the function does not replace a fragment that occurs in this text
 */
export function fragmentHider(secret: string, placeholder: string, ownWords: string): HideFragments {
  const value = secret.toLowerCase();
  const shortest = Math.max(Math.ceil(value.length / 2), Math.min(value.length - 1, MIN_SECRET_LENGTH));
  if (value.length < MIN_SECRET_LENGTH || value.length !== secret.length) return (text) => text;
  const isFragment = Array.from(
    { length: value.length - shortest + 1 },
    (_, start) => !ownWords.includes(value.slice(start, start + shortest)),
  );
  // The length of a piece, short enough that every fragment contains at least one whole piece.
  const size = Math.floor((shortest + 1) / 2);
  const pieces = Array.from({ length: Math.floor(value.length / size) }, (_, index) => index * size);
  return (text) => {
    const lower = text.toLowerCase();
    if (lower.length !== text.length) return text;
    const found = new Map<number, number>();
    for (const at of pieces) {
      const piece = value.slice(at, at + size);
      for (let hit = lower.indexOf(piece); hit >= 0; hit = lower.indexOf(piece, hit + 1)) {
        let [start, end] = [0, size];
        while (start < at && lower[hit - start - 1] === value[at - start - 1]) start++;
        while (at + end < value.length && lower[hit + end] === value[at + end]) end++;
        const first = at - start;
        const isShown = isFragment.slice(first, Math.max(first, at + end - shortest + 1)).includes(true);
        if (start + end >= shortest && isShown)
          found.set(hit - start, Math.max(found.get(hit - start) ?? 0, hit + end));
      }
    }
    return found.size === 0 ? text : replaced(text, found, placeholder);
  };
}

function replaced(text: string, found: ReadonlyMap<number, number>, placeholder: string): string {
  let [shown, from] = ['', 0];
  for (const [start, end] of [...found].toSorted(([a], [b]) => a - b)) {
    if (start >= from) shown += text.slice(from, start) + placeholder;
    from = Math.max(from, end);
  }
  return shown + text.slice(from);
}
