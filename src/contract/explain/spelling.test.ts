import { expect, test } from 'vitest';
import { nearest } from './spelling.ts';

const known = ['label', 'displayName', 'publicKeyPem', 'id', 'active'];

test.each([
  ['display_name', { word: 'displayName', sure: true }],
  ['DISPLAYNAME', { word: 'displayName', sure: true }],
  ['lable', { word: 'label', sure: false }],
  ['labels', { word: 'label', sure: false }],
  ['publicKey', { word: 'publicKeyPem', sure: false }],
  ['kid', { word: 'id', sure: false }],
  ['isActive', { word: 'active', sure: false }],
  ['name', undefined],
  ['to', undefined],
  ['', undefined],
  ['x'.repeat(65), undefined],
])('returns the known word with the most similar spelling to "%s"', (word, want) => {
  expect(nearest(word, known)).toEqual(want);
});

test.each([
  ['labe', ['label', 'labels'], 'label'],
  ['labe', ['labels', 'label'], 'label'],
  ['caz', ['cat', 'car'], 'cat'],
  ['lab', ['label'], 'label'],
  ['x'.repeat(64), ['x'.repeat(64)], 'x'.repeat(64)],
  ['x'.repeat(65), ['x'.repeat(65)], undefined],
])(
  'returns the word with a spelling similar to %s, or the first of several equally similar words, from the list %j',
  (word, words, want) => {
    expect(nearest(word, words)?.word).toBe(want);
  },
);
