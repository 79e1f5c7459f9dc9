import { expect, test } from 'vitest';
import { sampleResult } from '../../test/helpers/sample-result.ts';
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
])('refers from each failure in %s to the page and the command that explain it', (_, render) => {
  const text = render(result);
  expect(failed.filter((id) => !text.includes(`docs/reference/requirements/page.md#${id}`))).toEqual([]);
  expect(failed.filter((id) => !text.includes(`npx integration-contract explain ${id}`))).toEqual([]);
});

test('refers from each failure on a terminal to the page and the command that explain it', () => {
  const text = renderText(result, { color: false });
  expect(
    failed.filter(
      (id) =>
        !text.includes(`\n    npx integration-contract explain ${id}, or docs/reference/requirements/page.md#${id}\n`),
    ),
  ).toEqual([]);
});
