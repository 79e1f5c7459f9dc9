import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../test/helpers/report/sample-result.ts';
import { renderSummary } from './summary.ts';

describe('renderSummary', () => {
  const summary = renderSummary(sampleResult);

  test('shows the verdict first, then the requirements by urgency', () => {
    expect(summary.split('\n')[0]).toBe('# ✗ Nonconforming: Integration Management Service 1.0.0');
    const headings = [...summary.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Failed (4)', 'Warnings (1)', 'Untestable (1)', 'Waived (1)']);
  });

  test('counts the requirements by basis in a table', () => {
    expect(summary).toContain('| Requirements | documented | corrected | decided | Total |');
    expect(summary).toContain('| Failed | 2 | 1 | 1 | 4 |');
    expect(summary).toContain('| Total | 6 | 1 | 4 | 11 |');
  });

  test('describes a failure with the rule, the basis, the expected value and the command', () => {
    const failure = summary.slice(summary.indexOf('<summary>D42'), summary.indexOf('<summary>D43'));
    for (const text of [
      '- Rule: Exactly the fields that the mask names get their values from `jwtKey`',
      '- Basis: **documented**: specified by the interface: fix the service (§4.4)',
      '- Operation: `updateJwtKey`',
      '<summary>D42: <code>active</code> is not in the mask, and changed. (2 cases)',
      '- Expected: `active: true, as before the update`',
      '- Actual: `active: false, the value in jwtKey`',
      '```http\nPATCH /v1/projects/',
      '```sh\ncurl -sS -i -X PATCH',
    ]) {
      expect(failure).toContain(text);
    }
  });

  test('shows the reason why a requirement is untestable', () => {
    expect(summary).toContain('D59: the fixture `project.name` is missing; add it to the configuration.');
  });

  test('escapes every text', () => {
    const text = '</td><script>alert(1)</script>\n\n# heading\n\n```\n\n| a |\n';
    const rendered = marked.parse(renderSummary(resultWith(text)), { async: false });
    expect(rendered).toContain('&lt;script&gt;');
    expect(rendered).not.toMatch(/<script|<\/td><script|<h\d>heading/);
  });

  test('chooses a code fence that does not occur in the command', () => {
    expect(renderSummary(resultWith('```'))).toMatch(/^````sh\ncurl [\s\S]*?\n````$/m);
  });

  test('limits the summary to the maximum length of a comment on a pull request, and names the reports with the omitted part', () => {
    const [first] = resultWith('é'.repeat(1_000)).requirements;
    const requirements = Array.from({ length: 200 }, (_, index) => {
      const exchanges = first?.exchanges.map((one) => ({ ...one, startedAt: `${index}` })) ?? [];
      return first ? { ...first, id: `D${index}`, exchanges } : [];
    }).flat();
    const long = renderSummary({ ...sampleResult, requirements });
    expect(long.length).toBeLessThanOrEqual(60_000);
    const shown = long.match(/^<details>/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(5);
    expect(long.trimEnd().split('\n').at(-1)).toBe(
      `**The summary ends here, since it would be too long.** The cases of ${200 - shown} more requirements are in \`report.html\` and \`report.json\`.`,
    );
    expect(renderSummary(resultWith('é'.repeat(50_000))).length).toBeLessThanOrEqual(60_000);
  });

  test('shows details of eight failures, and one line with the expected and the actual value for each other failure', () => {
    const failed = sampleResult.requirements.find(({ id }) => id === 'D43');
    if (!failed) throw new Error('the sample has no D43');
    const of = (index: number) => ({ ...failed, id: `D${index}`, message: `D${index}: wrong.`, exchanges: [] });
    const text = renderSummary({ ...sampleResult, requirements: Array.from({ length: 10 }, (_, index) => of(index)) });
    expect([...text.matchAll(/^<details><summary>(D\d)/gm)].map(([, id]) => id)).toHaveLength(8);
    expect(text).toContain(
      'More requirements, with details in `report.html`:\n\n- D8: wrong. Expected `422`, actual `200`.\n- D9: wrong. ',
    );
  });
});
