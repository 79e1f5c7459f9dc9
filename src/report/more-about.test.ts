import { expect, test } from 'vitest';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import { annotate } from '../run-result/annotate.ts';
import { renderJunit } from './formats/junit.ts';
import { renderSarif } from './formats/sarif.ts';
import { renderSummary, renderText } from './summary.ts';
import { renderHtml } from './writers/html-page.ts';

const result = annotate(sampleResult, {
  reasons: new Map(),
  pages: new Map(sampleResult.requirements.map(({ id }) => [id, `docs/reference/requirements/page.md#${id}`])),
  places: () => ({ rules: new Map(), operations: new Map() }),
});
const failed = result.requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

test.each([
  ['report.html', renderHtml],
  ['summary.md', renderSummary],
  ['junit.xml', renderJunit],
  ['report.sarif', renderSarif],
])('names the page and the command that explain the requirement for each failure in %s', (_, render) => {
  const text = render(result);
  expect(failed.filter((id) => !text.includes(`docs/reference/requirements/page.md#${id}`))).toEqual([]);
  expect(failed.filter((id) => !text.includes(`npx integration-contract explain ${id}`))).toEqual([]);
});

test('names the command that explains the first failure on a terminal', () => {
  expect(renderText(result, { color: false })).toContain(
    `Next: fix ${failed[0]} first. Details: npx integration-contract explain ${failed[0]}.`,
  );
});

test('links each failure to the page about its requirement if the documentation is published', () => {
  const published = { ...result, suite: { ...result.suite, url: 'https://example.com/blob/v1/' } };
  const url = (id: string) => `https://example.com/blob/v1/docs/reference/requirements/page.md#${id}`;
  for (const [render, link] of [
    [renderHtml, (id: string) => `href="${url(id)}"`],
    [renderSummary, (id: string) => `](<${url(id)}>)`],
    [renderSarif, (id: string) => `"helpUri": "${url(id)}"`],
  ] as const) {
    const text = render(published);
    expect(failed.filter((id) => !text.includes(link(id)))).toEqual([]);
  }
});
