import { expect, test } from 'vitest';
import { inOtherCase } from './api-keys.ts';

test.each([
  ['a number', '83749823749823749'],
  ['a UUID', '9c858901-8A57-4791-81fe-4c455b099bc9'],
  ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['base32', 'JBSWY3DPEHPK3PXP'],
])('returns an API key unchanged if a server may ignore the letter case of the API key: %s', (_, apiKey) => {
  expect(inOtherCase(apiKey)).toBe(apiKey);
});

test.each([
  ['test-key', 'TEST-KEY'],
  ['TEST-KEY', 'test-key'],
  ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'SK_LIVE_4Ec39hQlYJwdARJTt1ZDP7DC'],
  ['01arz3ndektsv4rrffq69g5fav', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
])('changes the letter case of the API key %s to %s', (apiKey, other) => {
  expect(inOtherCase(apiKey)).toBe(other);
});

test('returns an API key unchanged if a header cannot contain the API key in another letter case', () => {
  expect(inOtherCase('clé-ÿ')).toBe('clé-ÿ');
  expect(inOtherCase('clé')).toBe('CLÉ');
});
