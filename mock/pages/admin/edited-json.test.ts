import { expect, test } from 'vitest';

/** Modules of the page that need no browser. TypeScript knows them by tsconfig.page.json only. */
const load = (module: string) => import(new URL(`browser/${module}`, import.meta.url).href);
const { locate } = (await load('kit/locate.js')) as { locate(text: string, pointer: string): [number, number] };
const { mergePatch } = (await load('state/merge-patch.js')) as { mergePatch(before: unknown, after: unknown): unknown };

const TEXT = '{ "a": [1, {"b": "x\\"}"}], "c/d": null, "~": {"a": 2}, "": -1.5e3 }';

test.each([
  ['', TEXT],
  ['/a', '[1, {"b": "x\\"}"}]'],
  ['/a/0', '1'],
  ['/a/1/b', '"x\\"}"'],
  ['/c~1d', 'null'],
  ['/~0/a', '2'],
  ['/', '-1.5e3'],
  ['/a/1/missing', '{"b": "x\\"}"}'],
  ['/a/7/b', '[1, {"b": "x\\"}"}]'],
  ['/missing/b', TEXT],
])('what %j points to is found in a text', (pointer, found) => {
  expect(TEXT.slice(...locate(TEXT, pointer))).toBe(found);
});

test.each([
  ['nothing', { a: 1, b: [1] }, { b: [1], a: 1 }, undefined],
  ['a member', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  ['a new member', { a: 1 }, { a: 1, b: { c: 1 } }, { b: { c: 1 } }],
  ['a member that is gone', { a: 1, b: 2 }, { a: 1 }, { b: null }],
  ['an inner member', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
  ['an item', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
  ['everything', { a: 1 }, [1], [1]],
])('the patch of %s', (_, before, after, patch) => {
  expect(mergePatch(before, after)).toEqual(patch);
});
