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
])('%s', (word, want) => {
  expect(nearest(word, known)).toEqual(want);
});
