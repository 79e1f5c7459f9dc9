import { expect, test } from 'vitest';
import { caseOf, DEVIATION_PATTERN, deviationOf, inAnyCase } from './deviation.ts';
import type { Finding } from './finding.ts';

const FINDING: Finding = { rule: 'D42', result: 'broken', message: 'is wrong', expected: '"a"', actual: '"b"' };
const CASE = 'jwtKeys/update/staysSet';
const NAME = deviationOf(CASE, FINDING, 200);

test('builds the name of a deviation from the case, the rule, the kind of finding and a hash of the difference', () => {
  expect(NAME).toMatch(/^jwtKeys\/update\/staysSet:D42:value:[0-9a-f]{8}$/);
  expect(NAME).toMatch(new RegExp(DEVIATION_PATTERN));
  expect(deviationOf(CASE, { ...FINDING, keyword: 'type' }, 200)).toContain(':D42:schema:');
  expect(deviationOf(CASE, { ...FINDING, expected: '404', actual: '200: accepted' }, 200)).toContain(':D42:status:');
  expect(caseOf(NAME)).toBe(CASE);
});

test.each<[string, Partial<Finding>]>([
  ['message', { message: 'differs' }],
  ['generated value', { expected: '"Key-c90f9b4a-455x1"', actual: '"Key-c90f9b4a-455x2"' }],
  ['index of the exchange', { exchange: 3 }],
])('keeps the name of a deviation if only the %s differs', (_, change) => {
  expect(deviationOf(CASE, { ...FINDING, ...change }, 200)).toBe(NAME);
});

test.each<[string, Partial<Finding>, number]>([
  ['status', {}, 500],
  ['pointer', { pointer: '/label' }, 200],
  ['keyword', { keyword: 'format' }, 200],
  ['kind of value', { actual: 'true' }, 200],
  ['rule', { rule: 'D43' }, 200],
])('changes the name of a deviation if the %s differs', (_, change, status) => {
  expect(deviationOf(CASE, { ...FINDING, ...change }, status)).not.toBe(NAME);
});

test('gives findings with different actual statuses different names', () => {
  const nameWith = (actual: string) => deviationOf(CASE, { ...FINDING, expected: '400', actual }, undefined);
  expect(nameWith('201')).toBe(nameWith('201: created'));
  expect(nameWith('201')).not.toBe(nameWith('500'));
});

test('names the finding of an exploration without its case and its generated values', () => {
  const found = (caseId: string, actual: string) =>
    deviationOf(caseId, { ...FINDING, actual, replay: '--seed 1' }, 200);
  expect(found('explore/state', '"a"')).toMatch(/^explored:D42:/);
  expect(found('explore/state', '"a"')).toBe(found('explore/valid', '17'));
  expect(inAnyCase(found('explore/state', '"a"'))).toBe(found('explore/state', '"a"'));
  expect(inAnyCase(NAME)).toBe(NAME.replace(CASE, 'any'));
});
