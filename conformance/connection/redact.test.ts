import { expect, test } from 'vitest';
import { redacted } from './redact.ts';
import { concealer } from './secrets.ts';

const conceal = concealer([{ value: 's3cr3t-key', variable: 'CONTRACT_API_KEY' }]);
const request = { method: 'POST', path: '/v1/x?key=s3cr3t-key', headers: { 'X-Api-Key': 's3cr3t-keyx' }, body: '' };
const answer = { status: 400, headers: {}, text: '', json: undefined, durationMs: 1.234 };
const show = (text: string, headers = {}) =>
  redacted('http://h', { request, answer: { ...answer, text, headers }, startedAt: new Date() }, conceal);

test('removes an API key from every part of an exchange, including header names', () => {
  const shown = show('you sent s3cr3t-key', { 'x-echo': 's3cr3t-key', 's3cr3t-key': 'x' });
  expect(JSON.stringify(shown)).not.toContain('s3cr3t');
  expect(shown.request.url).toBe('http://h/v1/x?key=$CONTRACT_API_KEY');
  expect(shown.request.headers['X-Api-Key']).toBe('$CONTRACT_API_KEYx');
  expect(shown.response.body).toBe('you sent $CONTRACT_API_KEY');
});

test.each([
  ['session=s3ss10n; Path=/; HttpOnly', 'session=(concealed); Path=/; HttpOnly'],
  ['a="q;"; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'a=(concealed); Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
  ['a=1,b=2==; Secure, c=3', 'a=(concealed),b=(concealed); Secure, c=(concealed)'],
  ['a={"x":1,"y":2}; Path=/', 'a=(concealed); Path=/'],
  ['s3ss10n; Secure', '(concealed); Secure'],
  ['gone=; Max-Age=0', 'gone=; Max-Age=0'],
])('hides the value of the cookie %s, and shows its name and attributes: %s', (cookie, shown) => {
  expect(show('', { 'set-cookie': cookie, 'x-other': 'a=1' }).response.headers).toEqual({
    'set-cookie': shown,
    'x-other': 'a=1',
  });
});

test('shortens a long body with a note, and shows no part of an API key', () => {
  expect(show('a'.repeat(50_000)).response.body).toBe(`${'a'.repeat(20_000)}… (50000 characters)`);
  for (let start = 19_985; start <= 20_001; start++) {
    for (const end of ['', 'a'.repeat(20_000)]) {
      const { body } = show(`${'a'.repeat(start)}s3cr3t-key${end}`).response;
      expect(body).not.toMatch(/s3/);
    }
  }
  for (const length of [29_995, 29_999])
    expect(show(`${'s3cr3t-key'.repeat(length / 10)}aaaaaaaa`).response.body).not.toMatch(/s3/);
});

test.each([
  [20_000, 20_000],
  [20_001, 20_000],
  [30_000, 20_000],
  [30_001, 20_000],
])('shortens a body of %i characters to the first %i characters', (length, kept) => {
  const text = 'a'.repeat(length);
  const want = length === kept ? text : `${'a'.repeat(kept)}… (${length} characters)`;
  expect(show(text).response.body).toBe(want);
});

test('shows the start time and the duration of an exchange, and an empty response if no response arrived', () => {
  const startedAt = new Date('2026-01-15T09:30:00.000Z');
  const sent = { ...request, body: Buffer.from('you have s3cr3t-key') };
  const shown = redacted('http://h', { request: sent, answer, startedAt }, conceal);
  expect(shown.request).toMatchObject({ method: 'POST', body: 'you have $CONTRACT_API_KEY' });
  expect(shown.response).toEqual({ status: 400, headers: {}, body: '' });
  expect(shown).toMatchObject({ durationMs: 1.23, startedAt: '2026-01-15T09:30:00.000Z' });
  const { body: _, ...bodiless } = request;
  const silent = redacted('http://h', { request: bodiless, answer: undefined, startedAt }, conceal);
  expect(silent.request.body).toBe('');
  expect(silent.response).toEqual({ status: 0, headers: {}, body: '' });
  expect(silent.durationMs).toBe(0);
});
