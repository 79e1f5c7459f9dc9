import { expect, test } from 'vitest';
import { withoutLastCharacter, withSuffix } from './identifier-variants.ts';

test.each([
  ['55555555-5555-4555-8555-555555555551', '55555555-5555-4555-8555-55555555555'],
  ['demo-project', 'demo-projec'],
  ['inv_9f86d081884c7d65', 'inv_9f86d081884c7d6'],
  ['wave 🌊', 'wave '],
  ['1001', undefined],
  ['installation-1001', undefined],
  ['conformance-tests-10', undefined],
  ['conformance-projects', undefined],
  ['app-10', undefined],
  ['apps', undefined],
  ['x', undefined],
])('shortens %s to %s', (identifier, want) => {
  expect(withoutLastCharacter(identifier)).toBe(want);
});

test('appends a random suffix to an identifier, so that the result is not the next serial number', () => {
  expect(withSuffix('1')).toMatch(/^1-[0-9a-f]{8}$/);
});
