import { expect, test } from 'vitest';
import { EVIDENCE_LIMITS } from '../connection/response-limits.ts';
import { EvidenceSpace } from './evidence.ts';

const same = (text: string) => text;
const broken = (actual: string) => ({ rule: 'D15', result: 'broken' as const, message: 'it differs', actual });
const message = { headers: {}, body: 'x'.repeat(EVIDENCE_LIMITS.run / 2 + 1) };
const exchange = {
  request: { method: 'GET', url: '/', ...message },
  response: { status: 200, ...message },
  durationMs: 1,
  startedAt: '2026-01-01T00:00:00Z',
};

test('keeps a text of the maximum length unchanged', () => {
  const finding = broken('x'.repeat(EVIDENCE_LIMITS.text));
  expect(new EvidenceSpace().shown(finding, same)).toEqual(finding);
});

test.each([
  [EVIDENCE_LIMITS.text + 1, '… (1 more character)'],
  [1_000_000, '… (1000000 characters)'],
])('shortens a text of %i characters with a note', (length, note) => {
  const { actual } = new EvidenceSpace().shown(broken('x'.repeat(length)), same);
  expect(actual).toBe('x'.repeat(EVIDENCE_LIMITS.text) + note);
});

test('conceals a secret that the shortening of a text divides', () => {
  const conceal = (text: string) => text.replaceAll('secret', '(key)');
  const { actual } = new EvidenceSpace().shown(broken(`${'x'.repeat(EVIDENCE_LIMITS.text - 3)}secret`), conceal);
  expect(actual).not.toContain('sec');
});

test('shortens texts further after the evidence of the run has exceeded its limit', () => {
  const space = new EvidenceSpace();
  expect(space.lengths).toBe(EVIDENCE_LIMITS);
  space.count(exchange);
  expect(space.lengths).toBe(EVIDENCE_LIMITS.scarce);
  expect(space.shown(broken('x'.repeat(1000)), same).actual).toBe(`${'x'.repeat(300)}… (700 more characters)`);
});
