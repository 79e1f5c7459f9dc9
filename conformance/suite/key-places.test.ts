import { expect, test } from 'vitest';
import { ELSEWHERE, isFree } from './key-places.ts';

const places = (headers?: Record<string, string>) =>
  ELSEWHERE.filter((place) => isFree(place, headers ? { headers } : {})).map(([what]) => what);

test('an API key is tried in every place whose header a run leaves alone, in whichever letter case', () => {
  expect(places()).toEqual(['as a bearer token', 'as a password', 'as a cookie']);
  expect(places({ 'X-Team': 'blue' })).toEqual(places());
  expect(places({ authorization: 'Basic Z2F0ZQ==' })).toEqual(['as a cookie']);
  expect(places({ COOKIE: 'a=b' })).toEqual(['as a bearer token', 'as a password']);
});
