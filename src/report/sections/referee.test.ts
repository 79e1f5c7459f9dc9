import { expect, test } from 'vitest';
import { mistakesOf } from '../../../test/helpers/report/report-schema.ts';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
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
const known: Disagreement = {
  ...open,
  kind: 'silent',
  case: 'another',
  why: 'Prism sends no response to a request with a large body',
};
const referee: Referee = { name: 'Prism', version: '5.16.0', exchanges: 12, disagreements: [known, open, known] };
const result = { ...sampleResult, referee };

function refereeText(opinion: Referee): string {
  return writeText(refereeSection(opinion), { color: false });
}

test('writes a valid report.json', () => {
  expect(mistakesOf(result)).toEqual([]);
});

test('shows new and known differences between the referee (an independent validator) and the suite separately', () => {
  const line =
    'Referee (independent validator): Prism 5.16.0 evaluated 12 exchanges and found 1 new difference from the suite; 2 more are known differences of Prism.';
  const [text, markdown, html] = [renderText(result, { color: false }), renderSummary(result), renderHtml(result)];
  for (const report of [text, markdown, html]) {
    expect(report).toContain(line);
    expect(report).toContain('only the referee reports a violation in the response');
  }
  expect(text).not.toContain('Prism sends no response to a request with a large body');
  expect(markdown).toContain('- 2 × Prism sends no response to a request with a large body');
  expect(html).toContain('<li>2 × Prism sends no response to a request with a large body</li>');
});

test('escapes the texts of a request that the referee evaluated', () => {
  expect(renderText(result, { color: false })).not.toMatch(/^::/m);
  expect(renderHtml(result)).not.toContain('<b>|');
  expect(renderSummary(result)).toContain('`POST /v1/orgs/a/invites {"email": "<b>\\| ::error::x"}`');
});

test('limits the number of shown differences between the referee and the suite', () => {
  const many = { ...referee, disagreements: Array.from({ length: 40 }, (_, status) => ({ ...open, status })) };
  expect(refereeText(many)).toContain('… and 30 more; see report.json');
  expect(renderSummary({ ...sampleResult, referee: many })).toContain('And 20 more; see `report.json`.');
});

test('groups equal differences between the referee and the suite, the most frequent first', () => {
  const rare = { ...open, status: 500 };
  const often = { ...referee, disagreements: [rare, ...Array.from({ length: 86 }, () => open)] };
  expect(refereeText(often)).toMatch(/in the response \(86 times\): [\s\S]*response +500[\s\S]*in the response: /);
  expect(renderSummary({ ...sampleResult, referee: often })).toContain('(86 times)');
});

test('shows the reason why the referee evaluated no exchange', () => {
  const unavailable = { ...referee, exchanges: 0, disagreements: [], unavailable: 'Prism did not start' };
  expect(refereeText(unavailable)).toContain(
    'Referee (independent validator): Prism 5.16.0 evaluated nothing: Prism did not start.',
  );
});
