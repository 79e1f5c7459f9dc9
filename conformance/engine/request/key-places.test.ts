import { expect, test } from 'vitest';
import { additionalPlaces, isAllowed } from './key-places.ts';

const places = (headers?: Record<string, string>, baseUrl = 'https://api.example.com') =>
  additionalPlaces('X-Api-Key')
    .filter((place) => isAllowed(place, { baseUrl, ...(headers && { headers }) }))
    .map(([, what]) => what);

test('allows the API key in every header except a header that the configuration sets, and ignores the letter case of header names', () => {
  expect(places()).toEqual(['as a bearer token', 'as a password', 'as a cookie', 'in the body']);
  expect(places({ 'X-Team': 'blue' })).toEqual(places());
  expect(places({ authorization: 'Basic Z2F0ZQ==' })).toEqual(['as a cookie', 'in the body']);
  expect(places({ COOKIE: 'a=b' })).toEqual(['as a bearer token', 'as a password', 'in the body']);
});

test('sends the API key in a query only to a target on this machine', () => {
  expect(places(undefined, 'http://127.0.0.1:4010')).toEqual([...places(), 'in the query']);
});
