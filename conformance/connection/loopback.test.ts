import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each([
  'http://127.0.0.1:4010',
  'http://127.9.8.7/prefix',
  'http://127.1',
  'http://0x7f000001:80',
  'https://[::1]:8443',
  'http://localhost',
  'http://LOCALHOST:1/x',
  'http://localhost.:1',
  'http://api.localhost:8080',
])('returns true for %s', (url) => {
  expect(isLoopback(url)).toBe(true);
});

test.each([
  'http://127.example.com',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://notlocalhost',
  'http://10.0.0.1',
  'http://0.0.0.0:4010',
  'http://[::2]',
  'https://staging.example.com/127.0.0.1',
  'https://localhost@example.com',
  'not a URL',
])('returns false for %s', (url) => {
  expect(isLoopback(url)).toBe(false);
});
