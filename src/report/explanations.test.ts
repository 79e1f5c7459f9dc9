import { expect, test } from 'vitest';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import { renderJunit } from './formats/junit.ts';
import { renderSummary, renderText } from './summary.ts';
import { responseLine } from './wording.ts';
import { renderHtml } from './writers/html-page.ts';

const withReferenceTo = (reference: object) => ({
  ...sampleResult,
  requirements: sampleResult.requirements.map((one) => {
    const exchanges = one.exchanges.map((exchange) => ({ ...exchange, reference }));
    return { ...one, exchanges, cases: one.cases.map((of) => (of.exchanges.length > 0 ? { ...of, exchanges } : of)) };
  }),
});

test.each([
  ['HTML', renderHtml, /<dt>Why<\/dt><dd>The service could only guess between clearing <code>label<\/code>/],
  ['Markdown', renderSummary, /^- Why: The service could only guess between clearing `label`/m],
  ['JUnit', renderJunit, /^why: The service could only guess/m],
])('shows the reason of a decided requirement in %s', (_, render, want) => {
  expect(render(sampleResult)).toMatch(want);
});

test.each([
  ['HTML', renderHtml, /Response of the mock to the same request: 422 Unprocessable Entity<\/summary>/],
  ['Markdown', renderSummary, /^The mock responds:\n\n```http\n422 Unprocessable Entity\n```/m],
  [
    'text',
    (result: typeof sampleResult) => renderText(result, { color: false }),
    /^ {4}mock {7}422 Unprocessable Entity$/m,
  ],
  ['JUnit', renderJunit, /^ {2}response of the mock: 422 Unprocessable Entity {"type/m],
])('shows the response of the mock to the failing request in %s', (_, render, want) => {
  expect(render(sampleResult)).toMatch(want);
});

const START = String.raw`PATCH /v1/projects/[\w-]+/jwt-keys/[\w-]+`;
const SENT = '{"updateMask":\\["label"\\],"jwtKey":{}}';

test.each([
  ['Markdown', renderSummary, new RegExp(`^${START}\n${SENT}\n\n200 OK\n.*\n\`\`\`\n\nThe mock responds:`, 'm')],
  [
    'text',
    (result: typeof sampleResult) => renderText(result, { color: false }),
    new RegExp(`^ {4}request {4}${START}\n {15}${SENT}\n {4}response {3}200 OK\n.*\n {4}mock {7}422`, 'm'),
  ],
  ['JUnit', renderJunit, new RegExp(`^ {2}response: 200 OK to ${START}\n {2}response of the mock: 422`, 'm')],
])('shows the request and the response of the target before the response of the mock in %s', (_, render, want) => {
  expect(render(sampleResult)).toMatch(want);
});

test('reports a missing response', () => {
  const [one] = sampleResult.requirements.flatMap(({ exchanges }) => exchanges);
  if (!one) throw new Error('the sample has no exchange');
  const silent = { ...one, response: { status: 0, headers: {}, body: '' } };
  expect(responseLine({ exchanges: [one, silent] })).toMatch(/^none to GET \/v1\//);
  expect(responseLine({ exchanges: [] })).toBeUndefined();
});

test('shows the reason why the report has no response of the mock', () => {
  const result = withReferenceTo({ unavailable: 'The request was not sent to the mock: its body is too long.' });
  for (const report of [renderHtml(result), renderSummary(result), renderJunit(result)]) {
    expect(report).toContain('The request was not sent to the mock: its body is too long.');
  }
});
