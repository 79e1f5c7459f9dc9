import { expect, test } from 'vitest';
import { baseUrlOf } from './base-url.ts';

test.each([
  ['http://localhost:4010', 'http://localhost:4010'],
  ['https://staging.example.com/api//', 'https://staging.example.com/api'],
])('%s is a base URL, without a slash at its end', (given, taken) => {
  expect(baseUrlOf(given)).toBe(taken);
});

test.each([
  ['http://localhost:1/?token=s3cret', 'http://localhost:1/?… is not a base URL'],
  ['http://localhost:1/#s3cret', 'http://localhost:1/#… is not a base URL'],
  ['http://ada:s3/cr3t@localhost:1', 'http://…@localhost:1 is not a base URL'],
  ['http://ada:s3cret@localhost:1/?a=b@c', 'http://…@localhost:1/?… is not a base URL'],
  ['localhost:1?key=s3cret', 'localhost:1?… is not a base URL'],
  ['http://localhost:1/v1', 'http://localhost:1/v1 ends with /v1'],
])('of %s, which is none, nothing is repeated that may let somebody in: %s', (given, message) => {
  expect(() => baseUrlOf(given)).toThrow(message);
});
