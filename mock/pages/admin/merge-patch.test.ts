import { expect, test } from 'vitest';

// The import of `merge-patch.js` is dynamic, since only tsconfig.page.json includes the modules of the page.
const { mergePatch } = (await import(new URL('browser/kit/merge-patch.js', import.meta.url).href)) as {
  mergePatch(before: unknown, after: unknown): unknown;
};

test.each([
  ['equal objects', { a: 1, b: [1] }, { b: [1], a: 1 }, undefined],
  ['a changed property', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  ['a new property', { a: 1 }, { a: 1, b: { c: 1 } }, { b: { c: 1 } }],
  ['a deleted property', { a: 1, b: 2 }, { a: 1 }, { b: null }],
  ['a nested property', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
  ['an item of an array', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
  ['a value of another type', { a: 1 }, [1], [1]],
])('creates a merge patch for %s', (_, before, after, patch) => {
  expect(mergePatch(before, after)).toEqual(patch);
});
