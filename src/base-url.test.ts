import { expect, test } from 'vitest';
import { baseUrlOf } from './base-url.ts';

test.each([
  ['http://localhost:4010', 'http://localhost:4010'],
  ['https://staging.example.com/api//', 'https://staging.example.com/api'],
])('accepts the base URL %s, and removes slashes at its end', (given, expected) => {
  expect(baseUrlOf(given)).toBe(expected);
});

test.each([
  ['http://localhost:1/?token=s3cret', 'The base URL is "http://localhost:1/?…"; expected no user'],
  ['http://localhost:1/#s3cret', 'The base URL is "http://localhost:1/#…"; expected no user'],
  ['http://ada:s3/cr3t@localhost:1', 'The base URL is "http://…@localhost:1"; expected'],
  ['http://ada:s3cret@localhost:1/?a=b@c', 'The base URL is "http://…@localhost:1/?…"; expected no user'],
  ['localhost:1?key=s3cret', 'The base URL is "localhost:1?…"; expected http:// or https:// at the start'],
  ['http://localhost:1/v1', 'The base URL is "http://localhost:1/v1"; expected no /v1 at the end'],
])('rejects the base URL %s, and omits secrets in the message: %s', (given, message) => {
  expect(() => baseUrlOf(given)).toThrow(message);
});
