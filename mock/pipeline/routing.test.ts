import { expect, test } from 'vitest';
import { toExpressPath } from './routing.ts';

test('parameters are named groups, and everything else stands for itself', () => {
  const path = toExpressPath('/a.b/{keyId}/c(d)') as RegExp;

  expect(path.exec('/a.b/1:x/c(d)')?.groups).toEqual({ keyId: '1:x' });
  for (const other of ['/aXb/1/c(d)', '/a.b/1/2/c(d)', '/a.b//c(d)', '/a.b/1/c(d)/', '/A.b/1/c(d)'])
    expect(other).not.toMatch(path);
});

test("what cannot name a group is quoted, and Express's own syntax is escaped", () => {
  expect(toExpressPath('/a:b/{key-id}/c(d)')).toBe('/a\\:b/:"key-id"/c\\(d\\)');
});
