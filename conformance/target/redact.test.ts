import { expect, test } from 'vitest';
import { hideSecrets, redacted } from './redact.ts';

test('a key is taken out wherever it stands, in any letter case, also within a longer one', () => {
  const request = {
    method: 'POST',
    path: '/v1/x?key=s3cr3t-key',
    headers: { 'X-Api-Key': 's3cr3t-keyx', 'X-Other': 'a' },
    body: '{"k": "S3CR3T-KEY"}',
  };
  const answer = {
    status: 400,
    headers: { 'x-echo': 's3cr3t-key' },
    text: 'you sent s3cr3t-key',
    json: undefined,
    durationMs: 1.234,
  };
  const shown = redacted('http://h', { request, answer, startedAt: new Date() }, ['s3cr3t-key']);
  expect(JSON.stringify(shown).toLowerCase()).not.toContain('s3cr3t');
  expect(shown.request.headers['X-Api-Key']).toBe('$CONTRACT_API_KEYx');
  expect(shown.response.body).toBe('you sent $CONTRACT_API_KEY');
});

test('what looks like a pattern is taken literally', () => {
  expect(hideSecrets('a.b*c and aXbbc', ['a.b*c'])).toBe('$CONTRACT_API_KEY and aXbbc');
});
