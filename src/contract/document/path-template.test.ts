import { expect, test } from 'vitest';
import { expandPath, pathReader } from './path-template.ts';

test.each([
  ['/a/{b}', '/a/1', { b: '1' }],
  ['/a/{b}', '/a/x%2Fy', { b: 'x/y' }],
  ['/a/{b}', '/a/%zz', { b: '%zz' }],
  ['/a/{b}', '/a/1/c', undefined],
  ['/a/{b}', '/a/', undefined],
  ['/a/{b}/c/{d}', '/a/1/c/2', { b: '1', d: '2' }],
  ['/a.b/{c}', '/a-b/1', undefined],
  ['/a', '/a', {}],
])('uses the template %s to read from the path %s the parameters %j', (template, path, values) => {
  expect(pathReader(template)(path)).toEqual(values);
});

test('reads from a path the same parameter values that were inserted into its template', () => {
  const values = { id: 'a/b c?é', other: '%' };
  expect(pathReader('/x/{id}/{other}')(expandPath('/x/{id}/{other}', values))).toEqual(values);
});
