import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { resultWith, sampleResult } from './sample-result.fixture.ts';
import { renderTap } from './tap.ts';

const tap = renderTap(sampleResult);

/** The test point of a requirement and the diagnostics under it. */
function point(id: string, text = tap): { line: string; diagnostics: Record<string, unknown> | undefined } {
  const [, line = '', block] =
    new RegExp(`^((?:not )?ok \\d+ - ${id} .*)\\n(?: {2}---\\n([\\s\\S]*?) {2}\\.\\.\\.\\n)?`, 'm').exec(text) ?? [];
  return { line, diagnostics: block === undefined ? undefined : parse(block) };
}

describe('renderTap', () => {
  test('has a plan, and a test point for each requirement', () => {
    const lines = tap.split('\n');
    expect(lines.slice(0, 2)).toEqual(['TAP version 14', `1..${sampleResult.requirements.length}`]);
    const numbers = lines.map((line) => /^(?:not )?ok (\d+) /.exec(line)?.[1]).filter((number) => number !== undefined);
    expect(numbers.map(Number)).toEqual(sampleResult.requirements.map((_, index) => index + 1));
    // Anything else is a comment or stands in the diagnostics of a test point.
    expect(lines.slice(2, -1).filter((line) => !/^(?:(?:not )?ok |# | {2})/.test(line))).toEqual([]);
  });

  test.each([
    ['D01', /^ok .*(?<!#.*)$/],
    ['D42', /^not ok .*(?<!#.*)$/],
    ['D09', /^not ok .* # TODO warned: D09: the answer to GET/],
    ['D74', /^not ok .* # TODO waived: /],
    ['D59', /^ok .* # SKIP untestable: D59: the fixture/],
    ['D04', /^ok .* # SKIP notApplicable: /],
  ])('%s is %s', (id, want) => {
    expect(point(id).line).toMatch(want);
  });

  test('says of a failure what was wanted, what was found, and how to see it again', () => {
    expect(point('D42').diagnostics).toMatchObject({
      message: 'D42: `active` is not in the mask, and changed.',
      severity: 'fail',
      wanted: 'active: true, as before the update',
      found: 'active: false, the value in jwtKey',
      level: 'MUST',
      basis: 'documented',
      clause: '§4.4',
      curl: expect.stringContaining('curl'),
    });
  });

  test.each(['a # TODO b', 'a\\', 'a\nnot ok 9 - b', '...', '---', '\u0000 \u0085 \ud800'])('%j stays text', (text) => {
    const poisoned = renderTap(resultWith(text));
    const { line, diagnostics } = point('D15', poisoned);
    expect(line).not.toMatch(/(?<!\\)#/);
    expect(diagnostics).toMatchObject({ message: text.toWellFormed() });
    expect(poisoned.match(/^(?:not )?ok /gm)).toHaveLength(6);
  });
});
