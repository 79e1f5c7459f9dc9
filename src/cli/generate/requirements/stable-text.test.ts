import { expect, test } from 'vitest';
import { stableTexts } from './stable-text.ts';

const now = new Date();
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
const stable = (...texts: string[]) =>
  stableTexts(texts, { runId: 'e0e0e0e0', seeded: new Set(['11111111-1111-4111-8111-111111111111']), now });

test('identifiers and names follow in the order in which they appear; those of the seed stay', () => {
  expect(
    stable(
      'POST http://127.0.0.1:40123/v1/projects/11111111-1111-4111-8111-111111111111',
      '"Key-e0e0e0e0-17-beef01" is 5b1f6a52-6a5e-4a5e-9f0e-0d6c1d3b7a10',
      '"Key-e0e0e0e0-18-cafe01" is 5B1F6A52-6A5E-4A5E-9F0E-0D6C1D3B7A10, at http://127.0.0.1:40123/docs',
      'acme-sales-team-e0e0e0e0, field_e0e0e0e0_18_cafe01',
    ),
  ).toEqual([
    'POST /v1/projects/11111111-1111-4111-8111-111111111111',
    '"Key-1" is aaaaaaaa-aaaa-4aaa-8aaa-000000000001',
    '"Key-2" is AAAAAAAA-AAAA-4AAA-8AAA-000000000001, at http://127.0.0.1:4010/docs',
    'acme-sales-team, field_2',
  ]);
});

test('times keep their order, their equality, the days between them and the way in which they are written', () => {
  const week = 7 * 24 * 3600;
  const texts = [at(0.25), at(0.5), at(0.25), at(week + 0.25), at(0).replace('T', ' ').slice(0, 19)];
  expect(stable(...texts.slice(0, 4))).toEqual([
    '2026-01-15T09:30:00.000Z',
    '2026-01-15T09:30:01.000Z',
    '2026-01-15T09:30:00.000Z',
    '2026-01-22T09:30:00.000Z',
  ]);
  expect(stable(texts[4] ?? '')).toEqual(['2026-01-15 09:30:00']);
  expect(stable('2001-01-01T00:00:00Z')).toEqual(['2001-01-01T00:00:00Z']);
});

test('keys and what is longer than a reader reads are shortened', () => {
  const pem = `-----BEGIN PUBLIC KEY-----\\nMIIBIjANBgkq${'A'.repeat(300)}\\n-----END PUBLIC KEY-----\\n`;
  expect(stable(`"${pem}"`)).toEqual(['"-----BEGIN PUBLIC KEY-----\\nMIIBIjANBgkq…\\n-----END PUBLIC KEY-----\\n"']);
  expect(stable(`"${'x'.repeat(255)}"`)).toEqual([`"${'x'.repeat(60)}… (255 characters)"`]);
  expect(stable('['.repeat(10_000))).toEqual([`${'['.repeat(60)}… (10000 characters)`]);
});
