import { describe, expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../test/helpers/sample-result.ts';
import { renderSummary } from './summary.ts';

describe('renderSummary', () => {
  const summary = renderSummary(sampleResult);

  test('shows the verdict first, then the requirements by urgency', () => {
    expect(summary.split('\n')[0]).toBe('# Nonconforming: Integration Management Service 1.0.0');
    const headings = [...summary.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Failed (4)', 'Warnings (1)', 'Untestable (1)', 'Waived (1)']);
  });

  test('counts the requirements by basis and by level', () => {
    expect(summary).toContain('| Requirements by basis | documented | corrected | decided | Total |');
    expect(summary).toContain('| Failed | 2 | 1 | 1 | 4 |');
    expect(summary).toContain('| Requirements by level | MUST | SHOULD | MAY | Total |');
    expect(summary).toContain('| Total | 8 | 2 | 1 | 11 |');
  });

  test('describes a failure with the rule, its source, the expected value and the command', () => {
    const failure = summary.slice(summary.indexOf('### D42'), summary.indexOf('### D43'));
    for (const text of [
      '- Rule: Exactly the fields that the mask names get their values from `jwtKey`',
      '- Basis: **documented**: specified by the interface: fix the service (§4.4)',
      '- Operation: `updateJwtKey`',
      'D42: `active` is not in the mask, and changed.',
      'Expected: `active: true, as before the update`',
      'Actual: `active: false, the value in jwtKey`',
      '```sh\ncurl -sS -i -X PATCH',
    ]) {
      expect(failure).toContain(text);
    }
  });

  test('shows why a requirement is untestable', () => {
    expect(summary).toContain('D59: the fixture `project.name` is missing; add it to the configuration.');
  });

  test('escapes every text', () => {
    const text = '</td><script>alert(1)</script>\n\n# heading\n\n```\n\n| a |\n';
    const poisoned = renderSummary(resultWith(text));
    // Markup within code has no effect.
    const prose = poisoned.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '').replace(/(`+)[^`][\s\S]*?[^`]\1(?!`)/g, '');
    expect(prose).not.toMatch(/<script|^# heading/m);
  });

  test('chooses a fence that the command does not contain', () => {
    expect(renderSummary(resultWith('```'))).toMatch(/^````sh\ncurl [\s\S]*?\n````$/m);
  });

  test('stays below the maximum length of a comment on a pull request, and refers to the rest', () => {
    const [first] = resultWith('é'.repeat(1_000)).requirements;
    const requirements = Array.from({ length: 200 }, () => first ?? []).flat();
    const long = renderSummary({ ...sampleResult, requirements });
    expect(long.length).toBeLessThanOrEqual(60_000);
    expect(long.length).toBeGreaterThan(50_000);
    const shown = long.match(/^### D15 /gm)?.length ?? 0;
    expect(long.trimEnd().split('\n').at(-1)).toBe(
      `**The summary ends here, since it would be too long.** The cases of ${200 - shown} more requirements are in \`report.html\` and \`report.json\`.`,
    );
    expect(renderSummary(resultWith('é'.repeat(50_000))).length).toBeLessThanOrEqual(60_000);
  });

  test('shows two cases of a requirement, and the number of the others', () => {
    const [rule] = sampleResult.requirements.filter(({ id }) => id === 'D42');
    const [failing] = rule?.cases.filter(({ outcome }) => outcome === 'failed') ?? [];
    if (!rule || !failing) throw new Error('the sample has no failing case of D42');
    const cases = ['one', 'two', 'three', 'four'].map((title) => ({ ...failing, title }));
    const text = renderSummary({ ...sampleResult, requirements: [{ ...rule, cases }] });
    expect([...text.matchAll(/^\*\*(one|two|three|four)\*\*$/gm)].map(([, title]) => title)).toEqual(['one', 'two']);
    expect(text).toContain('And 2 more; see `report.html`.');
  });
});
