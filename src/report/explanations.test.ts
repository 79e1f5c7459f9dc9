import { expect, test } from 'vitest';
import { sampleResult } from '../../test/helpers/sample-result.ts';
import { renderJunit } from './formats/junit.ts';
import { renderSummary, renderText } from './summary.ts';
import { answered } from './wording.ts';
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
  [
    'text',
    (result: typeof sampleResult) => renderText(result, { color: false }),
    /^ {4}why {6}The service could only guess/m,
  ],
  ['JUnit', renderJunit, /^why: The service could only guess/m],
])('%s tells why the contract decided so', (_, render, want) => {
  expect(render(sampleResult)).toMatch(want);
});

test.each([
  [
    'HTML',
    renderHtml,
    /The reference mock answers the same request<\/p><pre[^>]*><code><b>422 Unprocessable Entity<\/b>/,
  ],
  ['Markdown', renderSummary, /^The mock: `422 Unprocessable Entity: {"type":"urn:example:problem:422"/m],
  [
    'text',
    (result: typeof sampleResult) => renderText(result, { color: false }),
    /^ {4}the mock 422 Unprocessable Entity: {"type"/m,
  ],
  ['JUnit', renderJunit, /^ {2}the mock answers: 422 Unprocessable Entity {"type/m],
])('%s tells what the reference mock answers to the same request', (_, render, want) => {
  expect(render(sampleResult)).toMatch(want);
});

const ANSWERED = String.raw`200 OK to PATCH /v1/projects/[\w-]+/jwt-keys/[\w-]+`;

test.each([
  ['Markdown', renderSummary, new RegExp(`^Answered: \`${ANSWERED}\`\n\nThe mock: `, 'm')],
  [
    'text',
    (result: typeof sampleResult) => renderText(result, { color: false }),
    new RegExp(`^ {4}answered ${ANSWERED}\n {4}the mock 422`, 'm'),
  ],
  ['JUnit', renderJunit, new RegExp(`^ {2}answered: ${ANSWERED}\n {2}the mock answers: 422`, 'm')],
])('%s tells what came of which request, beside what the mock answers', (_, render, want) => {
  expect(render(sampleResult)).toMatch(want);
});

test('a request that nothing came of is told as that', () => {
  const [one] = sampleResult.requirements.flatMap(({ exchanges }) => exchanges);
  if (!one) throw new Error('the sample has no exchange');
  const silent = { ...one, response: { status: 0, headers: {}, body: '' } };
  expect(answered({ exchanges: [one, silent] })).toMatch(/^nothing to GET \/v1\//);
  expect(answered({ exchanges: [] })).toBeUndefined();
});

test('reports say why the mock was not asked', () => {
  const result = withReferenceTo({ unavailable: 'The mock was not asked: the body is too long.' });
  for (const report of [renderHtml(result), renderSummary(result), renderJunit(result)]) {
    expect(report).toContain('The mock was not asked: the body is too long.');
  }
});
