import { expect, test } from 'vitest';
import { isSuccess, mediaTypeOf } from './answer.ts';

const answer = { status: 200, headers: {}, text: '', json: undefined, durationMs: 1 };

test.each([
  ['application/json', 'application/json'],
  ['Application/Problem+JSON ; charset=utf-8', 'application/problem+json'],
  [' text/html;q="a;b"', 'text/html'],
  [undefined, ''],
])('reads the header Content-Type %j as the media type %j', (value, want) => {
  expect(mediaTypeOf({ ...answer, headers: value === undefined ? {} : { 'content-type': value } })).toBe(want);
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('returns whether the status %i is a success: %s', (status, want) => {
  expect(isSuccess({ ...answer, status })).toBe(want);
});
