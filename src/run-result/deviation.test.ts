import { expect, test } from 'vitest';
import { caseOf, DEVIATION_PATTERN, deviationOf, inAnyCase } from './deviation.ts';
import type { Finding } from './finding.ts';

const FINDING: Finding = { rule: 'D42', result: 'broken', message: 'is wrong', expected: '"a"', actual: '"b"' };
const CASE = 'jwtKeys/update/keepsId';
const NAME = deviationOf(CASE, FINDING, 200);

test('names the case, the rule, the kind of finding and the difference', () => {
  expect(NAME).toMatch(/^jwtKeys\/update\/keepsId:D42:value:[0-9a-f]{8}$/);
  expect(NAME).toMatch(new RegExp(DEVIATION_PATTERN));
  expect(deviationOf(CASE, { ...FINDING, keyword: 'type' }, 200)).toContain(':D42:schema:');
  expect(deviationOf(CASE, { ...FINDING, expected: '404', actual: '200: taken' }, 200)).toContain(':D42:status:');
  expect(caseOf(NAME)).toBe(CASE);
});

test.each<[string, Partial<Finding>]>([
  ['words', { message: 'differs' }],
  ['generated values', { expected: '"Key-c90f9b4a-455x1"', actual: '"Key-c90f9b4a-455x2"' }],
  ['the place of the exchange in its case', { exchange: 3 }],
])('keeps its name with other %s', (_, change) => {
  expect(deviationOf(CASE, { ...FINDING, ...change }, 200)).toBe(NAME);
});

test.each<[string, Partial<Finding>, number]>([
  ['status', {}, 500],
  ['pointer', { pointer: '/label' }, 200],
  ['keyword', { keyword: 'format' }, 200],
  ['kind of value', { actual: 'true' }, 200],
  ['rule', { rule: 'D43' }, 200],
])('has another name with another %s', (_, change, status) => {
  expect(deviationOf(CASE, { ...FINDING, ...change }, status)).not.toBe(NAME);
});

test('distinguishes the statuses that a finding shows', () => {
  const answered = (actual: string) => deviationOf(CASE, { ...FINDING, expected: '400', actual }, undefined);
  expect(answered('201')).toBe(answered('201: created'));
  expect(answered('201')).not.toBe(answered('500'));
});

test('names the finding of an exploration without its case and its generated values', () => {
  const found = (caseId: string, actual: string) =>
    deviationOf(caseId, { ...FINDING, actual, replay: '--seed 1' }, 200);
  expect(found('explore/state', '"a"')).toMatch(/^explored:D42:/);
  expect(found('explore/state', '"a"')).toBe(found('explore/valid', '17'));
  expect(inAnyCase(found('explore/state', '"a"'))).toBe(found('explore/state', '"a"'));
  expect(inAnyCase(NAME)).toBe(NAME.replace(CASE, 'any'));
});
