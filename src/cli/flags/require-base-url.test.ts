import { expect, test } from 'vitest';
import type { ConformFlags } from './conform-flags.ts';
import { requireBaseUrl } from './require-base-url.ts';

const flags = { reports: 'reports', basis: 'all', timeout: 1, concurrency: 1, explore: 0 } as ConformFlags;

test.each<[string, Partial<ConformFlags>]>([
  ['--config', { config: 'target.yaml' }],
  ['--api-key', { apiKey: 'k-4711' }],
  ['--yes', { yes: true }],
  ['--header', { header: ['X-Tenant: blue'] }],
  ['--ca', { ca: 'ca.pem' }],
])('rejects %s without a base URL', (name, given) => {
  expect(() => requireBaseUrl(undefined, { ...flags, ...given })).toThrow(`${name}`);
  expect(() => requireBaseUrl('http://127.0.0.1:1', { ...flags, ...given })).not.toThrow();
});

test.each<[string, Partial<ConformFlags>]>([
  ['no flag', {}],
  ["only the embedded mock's API key", { apiKey: 'test-key' }],
])('accepts %s without a base URL', (_, given) => {
  expect(() => requireBaseUrl(undefined, { ...flags, ...given })).not.toThrow();
});
