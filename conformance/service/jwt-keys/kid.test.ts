import { expect, test } from 'vitest';
import type { Answer } from '../../../src/run-result/wire.ts';
import { requireKid } from './kid.ts';

const answer = (status: number, json: unknown): Answer => ({ status, headers: {}, text: '', json, durationMs: 1 });

test.each([
  ['a success without one breaks a rule of its own', 200, { id: 'k' }, /^no JWT key can be asked for: .* \(D50\)$/],
  ['an ID that is no text is none', 201, { kid: 7 }, /\(D50\)$/],
  ['a rejection is told', 409, { detail: 'x' }, /^no JWT key could be created \(409\)$/],
])('where no key has an ID it is told why: %s', (_, status, json, why) => {
  expect(() => requireKid(answer(status, json))).toThrow(why);
});

test('the ID of the key that was registered is its kid', () => {
  expect(requireKid(answer(201, { kid: 'k-1' }))).toBe('k-1');
});
