import { expect, test } from 'vitest';
import { mistakesOf } from '../../../test/helpers/report/report-schema.ts';
import { sampleResult } from '../../../test/helpers/report/sample-result.ts';
import { coverageOf } from '../../run-result/coverage.ts';
import { renderSummary, renderText } from '../summary.ts';
import { renderHtml } from '../writers/html-page.ts';

const record = { id: 'a-case', title: 'a case', rules: [], findings: [], exchanges: [], requests: 1 };
const coverage = coverageOf(
  [
    { id: 'createJwtKey', kind: 'operation', operationId: 'createJwtKey', sides: ['accepted', 'refused'] },
    { id: 'createJwtKey status 413', kind: 'status', operationId: 'createJwtKey', sides: ['refused'] },
    {
      id: 'createJwtKey body /label maxLength 255',
      kind: 'constraint',
      operationId: 'createJwtKey',
      sides: ['accepted', 'refused'],
    },
  ],
  [
    { ...record, sightings: ['accepted createJwtKey', 'refused createJwtKey'] },
    { ...record, sightings: ['accepted createJwtKey body /label maxLength 255'] },
  ],
  [
    {
      of: (sighting) => sighting.endsWith(' 413'),
      until: 'target',
      reason: 'The service decides the maximum size of a body (D14).',
    },
  ],
);

test('shows in one line the share of the reachable coverage points (all points that are not excluded) that the run covered', () => {
  const line =
    'Contract coverage: 75% of the reachable points (operations 100%, constraints 50%), 1 missing, 1 excluded.';
  expect(renderText({ ...sampleResult, coverage }, { color: false })).toContain(line);
});

test('links from the head of the page to the section about coverage', () => {
  const [head = '', rest] = renderHtml({ ...sampleResult, coverage }).split('</header>');
  expect(head).toContain('<a href="#page-coverage">75% of the reachable points, 1 missing</a>');
  expect(rest).toContain('id="page-coverage"');
  expect(renderHtml(sampleResult)).not.toContain('page-coverage');
});

test('lists missing coverage points in the summary, and excluded coverage points with their reason on the page', () => {
  const missing = 'createJwtKey body /label maxLength 255';
  const markdown = renderSummary({ ...sampleResult, coverage });
  expect(markdown).toContain(`| \`${missing}\` | rejected |`);
  expect(markdown).not.toContain('413');
  const page = renderHtml({ ...sampleResult, coverage });
  expect(page).toContain(`<li><code>${missing}</code> rejected: missing</li>`);
  expect(page).toContain('<li><code>createJwtKey status 413</code> rejected: The service decides the maximum size');
});

test('writes a valid report.json', () => {
  expect(mistakesOf({ ...sampleResult, coverage })).toEqual([]);
});
