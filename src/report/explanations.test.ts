import { expect, test } from 'vitest';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { sampleResult } from './sample-result.fixture.ts';
import { renderSummary } from './summary-markdown.ts';
import { renderText } from './summary-text.ts';

const withReferenceTo = (reference: object) => ({
  ...sampleResult,
  requirements: sampleResult.requirements.map((one) => {
    const exchanges = one.exchanges.map((exchange) => ({ ...exchange, reference }));
    return { ...one, exchanges, cases: one.cases.map((of) => (of.exchanges.length > 0 ? { ...of, exchanges } : of)) };
  }),
});

test.each([
  ['HTML', renderHtml, /<dt>Why<\/dt><dd>The service could only guess between clearing <code>label<\/code>/],
  ['Markdown', renderSummary, /^> Why: The service could only guess between clearing `label`/m],
  [
    'text',
    (result: typeof sampleResult) => renderText(result, { color: false }),
    /^ {4}Why: The service could only guess/m,
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
  [
    'Markdown',
    renderSummary,
    /^The reference mock answers `422 Unprocessable Entity`: `{"type":"urn:example:problem:422"/m,
  ],
  [
    'text',
    (result: typeof sampleResult) => renderText(result, { color: false }),
    /^ {4}the mock 422 Unprocessable Entity: {"type"/m,
  ],
  ['JUnit', renderJunit, /^ {2}the mock answers: 422 Unprocessable Entity {"type/m],
])('%s tells what the reference mock answers to the same request', (_, render, want) => {
  expect(render(sampleResult)).toMatch(want);
});

test('reports say why the mock was not asked', () => {
  const result = withReferenceTo({ unavailable: 'The mock was not asked: the body is too long.' });
  for (const report of [renderHtml(result), renderSummary(result), renderJunit(result)]) {
    expect(report).toContain('The mock was not asked: the body is too long.');
  }
});
