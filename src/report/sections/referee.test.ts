import { expect, test } from 'vitest';
import { mistakesOf } from '../../../test/helpers/report-schema.ts';
import { sampleResult } from '../../../test/helpers/sample-result.ts';
import type { Disagreement, Referee } from '../../run-result/referee.ts';
import { renderSummary, renderText } from '../summary.ts';
import { renderHtml } from '../writers/html-page.ts';
import { writeText } from '../writers/text.ts';
import { refereeSection } from './referee.ts';

const open: Disagreement = {
  kind: 'answerFaulted',
  case: 'a case',
  operationId: 'createInvite',
  request: 'POST /v1/orgs/a/invites {"email": "<b>|\n::error::x"}',
  status: 201,
  detail: "Response body must have required property 'status'",
};
const known: Disagreement = { ...open, kind: 'silent', case: 'another', why: 'it never answers such' };
const referee: Referee = { name: 'Prism', version: '5.16.0', exchanges: 12, disagreements: [known, open, known] };
const result = { ...sampleResult, referee };

function refereeText(opinion: Referee): string {
  return writeText(refereeSection(opinion), { color: false });
}

test('the report of a run with a referee is as the published schema says', () => {
  expect(mistakesOf(result)).toEqual([]);
});

test('what is new and what is known are told apart, in a terminal and in both summaries', () => {
  const line =
    'Second opinion: Prism 5.16.0 saw 12 exchanges, and differs from the suite in 1; 2 more are known to be differences of Prism.';
  const [text, markdown, html] = [renderText(result, { color: false }), renderSummary(result), renderHtml(result)];
  for (const told of [text, markdown, html]) {
    expect(told).toContain(line);
    expect(told).toContain('it finds fault with the answer, the suite does not');
  }
  expect(text).not.toContain('it never answers such');
  expect(markdown).toContain('- 2 × it never answers such');
  expect(html).toContain('<li>2 × it never answers such</li>');
});

test('what was sent stays text', () => {
  expect(renderText(result, { color: false })).not.toMatch(/^::/m);
  expect(renderHtml(result)).not.toContain('<b>|');
  expect(renderSummary(result)).toContain('`POST /v1/orgs/a/invites {"email": "<b>\\| ::error::x"}`');
});

test('many are cut short, but for the report', () => {
  const many = { ...referee, disagreements: Array.from({ length: 40 }, (_, status) => ({ ...open, status })) };
  expect(refereeText(many)).toContain('… and 30 more: see report.json');
  expect(renderSummary({ ...sampleResult, referee: many })).toContain('And 20 more, see `report.json`.');
});

test('what is the same over many exchanges is told once, the most frequent first', () => {
  const rare = { ...open, status: 500 };
  const often = { ...referee, disagreements: [rare, ...Array.from({ length: 86 }, () => open)] };
  expect(refereeText(often)).toMatch(/does not \(86 times\): [\s\S]*answer +500[\s\S]*does not: /);
  expect(renderSummary({ ...sampleResult, referee: often })).toContain('(86 times)');
});

test('a referee that was not asked says why', () => {
  const unavailable = { ...referee, exchanges: 0, disagreements: [], unavailable: 'Prism did not start' };
  expect(refereeText(unavailable)).toContain('Second opinion: Prism 5.16.0 was not asked: Prism did not start.');
});
