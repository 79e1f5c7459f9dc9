import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readTexts, sentencesOf } from './texts.ts';

/**
 * `node tools/prose/sample.ts --seed COMMIT`: prints fifty random sentences of the repository, which are equal for
 * equal seeds.
 */

/** Minimum number of words of a sentence. A shorter text is often only a part of a sentence. */
const MIN_WORDS = 5;

const { values } = parseArgs({ options: { seed: { type: 'string', default: '' } } });
const rank = (text: string) =>
  createHash('sha256')
    .update(values.seed + text)
    .digest('hex');
const sentences = readTexts().flatMap(({ kind, file, line, original }) =>
  sentencesOf(original).map((sentence) => ({ kind, place: `${file}:${line}`, sentence })),
);
const chosen = sentences
  .filter(
    ({ kind, sentence }) => sentence.split(/\s+/).length >= MIN_WORDS && (kind === 'title' || /^[^a-z]/.test(sentence)),
  )
  .map((one) => ({ ...one, rank: rank(one.place + one.sentence) }))
  .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  .slice(0, 50);
for (const { place, sentence } of chosen) console.log(`${place}: ${sentence.replaceAll(/\s+/g, ' ')}`);
