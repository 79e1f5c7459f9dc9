import { expect, test } from 'vitest';

// TypeScript knows the modules of the page by tsconfig.page.json only.
const { mergePatch } = (await import(new URL('browser/kit/merge-patch.js', import.meta.url).href)) as {
  mergePatch(before: unknown, after: unknown): unknown;
};

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
