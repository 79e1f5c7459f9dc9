import { describe, expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../test/helpers/sample-result.ts';
import { renderSummary } from './summary.ts';

describe('renderSummary', () => {
  const summary = renderSummary(sampleResult);

  test('gives the verdict first, then what has to be done', () => {
    expect(summary.split('\n')[0]).toBe('# Nonconforming: Integration Management Service 1.0.0');
    const headings = [...summary.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Failed (4)', 'Warnings (1)', 'Untestable (1)', 'Waived (1)']);
  });

  test('counts by basis and by level', () => {
    expect(summary).toContain('| Rules by basis | documented | corrected | decided | Total |');
    expect(summary).toContain('| Failed | 2 | 1 | 1 | 4 |');
    expect(summary).toContain('| Rules by level | MUST | SHOULD | MAY | Total |');
    expect(summary).toContain('| Total | 8 | 2 | 1 | 11 |');
  });

  test('a failure says the rule, its source, what was expected and how to repeat it', () => {
    const failure = summary.slice(summary.indexOf('### D42'), summary.indexOf('### D43'));
    for (const text of [
      '- Rule: Exactly the fields that the mask names take their values from `jwtKey`',
      '- Basis: **documented**: the interface says it: a bug in the service (§4.4)',
      '- Operation: `updateJwtKey`',
      'D42: `active` is not in the mask, and changed.',
      'Expected: `active: true, as before the update`',
      'Actual: `active: false, the value in jwtKey`',
      '```sh\ncurl -sS -i -X PATCH',
    ]) {
      expect(failure).toContain(text);
    }
  });

  test('an untestable rule says what is missing', () => {
    expect(summary).toContain('D59: the fixture `project.name` is missing; add it to the configuration.');
  });

  test('no text becomes markup', () => {
    const text = '</td><script>alert(1)</script>\n\n# heading\n\n```\n\n| a |\n';
    const poisoned = renderSummary(resultWith(text));
    // Outside of code, where it is text.
    const prose = poisoned.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '').replace(/(`+)[^`][\s\S]*?[^`]\1(?!`)/g, '');
    expect(prose).not.toMatch(/<script|^# heading/m);
  });

  test('a command cannot end its code block', () => {
    expect(renderSummary(resultWith('```'))).toMatch(/^````sh\ncurl [\s\S]*?\n````$/m);
  });

  test('stays below the size that a comment on a pull request takes, and says what is left out and where it is', () => {
    const [first] = resultWith('é'.repeat(1_000)).requirements;
    const requirements = Array.from({ length: 200 }, () => first ?? []).flat();
    const long = renderSummary({ ...sampleResult, requirements });
    expect(long.length).toBeLessThanOrEqual(60_000);
    expect(long.length).toBeGreaterThan(50_000);
    const told = long.match(/^### D15 /gm)?.length ?? 0;
    expect(long.trimEnd().split('\n').at(-1)).toBe(
      `**The summary ends here, it would be too long.** The cases of ${200 - told} more rules stand in \`report.html\` and \`report.json\`.`,
    );
    expect(renderSummary(resultWith('é'.repeat(50_000))).length).toBeLessThanOrEqual(60_000);
  });

  test('shows two cases of a rule, and says how many there are', () => {
    const [rule] = sampleResult.requirements.filter(({ id }) => id === 'D42');
    const [failing] = rule?.cases.filter(({ outcome }) => outcome === 'failed') ?? [];
    if (!rule || !failing) throw new Error('the sample has no failing case of D42');
    const cases = ['one', 'two', 'three', 'four'].map((title) => ({ ...failing, title }));
    const told = renderSummary({ ...sampleResult, requirements: [{ ...rule, cases }] });
    expect([...told.matchAll(/^\*\*(one|two|three|four)\*\*$/gm)].map(([, title]) => title)).toEqual(['one', 'two']);
    expect(told).toContain('And 2 more, see `report.html`.');
  });
});
