import { expect, test } from 'vitest';
import type { Answer } from '../../../src/run-result/wire.ts';
import { requireKid } from './kid.ts';

const answer = (status: number, json: unknown): Answer => ({ status, headers: {}, text: '', json, durationMs: 1 });

test.each([
  ['a success without a kid', 200, { id: 'k' }, /^no JWT key can be addressed: .* \(D50\)$/],
  ['a kid that is not a string', 201, { kid: 7 }, /\(D50\)$/],
  ['a rejection', 409, { detail: 'x' }, /^no JWT key could be created \(409\)$/],
])('throws Untestable with the reason for %s', (_, status, json, why) => {
  expect(() => requireKid(answer(status, json))).toThrow(why);
});

test('returns the `kid` in the response to a registration', () => {
  expect(requireKid(answer(201, { kid: 'k-1' }))).toBe('k-1');
});
