import { expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../../test/helpers/report/sample-result.ts';
import { renderText } from '../summary.ts';
import { renderAnnotations } from './annotations.ts';

const lines = (text: string) => text.split('\n').filter(Boolean);

test('writes an error annotation for a failure and a warning annotation for a warning, with the line of the rule in the document', () => {
  const placed = {
    ...sampleResult,
    requirements: sampleResult.requirements.map((one) => ({
      ...one,
      places: [{ pointer: '/a', line: 12, column: 3 }],
    })),
  };
  const annotations = lines(renderAnnotations(placed, 'spec/openapi.yaml'));
  expect(annotations.find((line) => line.includes('D20'))).toBe(
    '::error file=spec/openapi.yaml,line=12,col=3,title=D20 Every error is application/problem+json::' +
      'D20: the 404 of deleteInstallation is an HTML page.%0AExpected: application/problem+json%0AActual: text/html; charset=utf-8' +
      '%0Anpx integration-contract explain D20',
  );
  expect(annotations.find((line) => line.includes('D09'))).toMatch(
    /^::warning file=spec\/openapi\.yaml,line=12,col=3,/,
  );
  expect(annotations.some((line) => line.includes('title=D01'))).toBe(false);
  expect(renderAnnotations(placed, undefined)).not.toContain('file=');
});

test('escapes a workflow command that a text of the target contains', () => {
  const evil = 'x\n::add-mask::y\r\n::error::z%0A, a: b\u001b[31m';
  for (const text of [renderAnnotations(resultWith(evil), undefined), renderText(resultWith(evil), { color: false })]) {
    expect(text).not.toMatch(/^\s*::add-mask/m);
    expect(text).not.toMatch(/^\s*::error::z/m);
  }
  const annotation = lines(renderAnnotations(resultWith(evil), undefined)).find((line) => line.includes('title=D15'));
  expect(annotation).toMatch(
    /^::error title=D15 x%0A%3A %3Aadd-mask%3A%3Ay%0A%3A %3Aerror%3A%3Az%250A%2C a%3A b\[U\+001B\]\[31m::x%0A: :add-mask/,
  );
});

test('writes at most ten annotations of a kind; the last annotation shows the number of the omitted annotations', () => {
  const [failed] = resultWith('x').requirements;
  if (!failed) throw new Error('the sample is empty');
  const many = { ...sampleResult, requirements: Array.from({ length: 23 }, () => failed) };
  const annotations = lines(renderAnnotations(many, undefined));
  expect(annotations).toHaveLength(10);
  expect(annotations.at(-1)).toContain('And 14 more');
});

test('writes an annotation for each reason why the gate failed', () => {
  const gate = { outcome: 'failed' as const, reasons: ['waivers.yaml:2:5: the waiver has expired.'] };
  expect(renderAnnotations({ ...sampleResult, requirements: [], gate }, undefined)).toBe(
    '::error title=Conformance::waivers.yaml:2:5: the waiver has expired.\n',
  );
});

test('writes no annotation if all requirements passed', () => {
  const passed = sampleResult.requirements.filter(({ outcome }) => outcome === 'passed');
  expect(renderAnnotations({ ...sampleResult, requirements: passed }, undefined)).toBe('');
});
