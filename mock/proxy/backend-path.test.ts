import { expect, test } from 'vitest';
import { backendPath } from './backend-path.ts';

test.each([
  ['/v1/a?b=/../..', '/v1/a?b=/../..'],
  ['/v1/../a', '/v1/../a'],
  ['/v1//a/%20', '/v1//a/%20'],
  ['http://other.example/v1/a?b', '/v1/a?b'],
  ['HTTPS://other.example', '/'],
  ['http://other.example?b', '/?b'],
])('keeps the path of the request target %s', (target, path) => {
  expect(backendPath(target)).toBe(path);
});

test.each([
  '/v1/../../internal',
  '/..',
  '/v1/%2e%2e/%2E./internal',
  '/v1/..%2f..%2finternal',
  '/v1/..\\..\\internal',
  '/v1/%252e%252e/%252e%252e/internal',
  '/v1/..%5c..%5cinternal',
  'http://other.example/../internal',
  'ftp://other.example/v1',
  '*',
])('rejects the request target %s, since its path leaves the base URL', (target) => {
  expect(backendPath(target)).toBeUndefined();
});
