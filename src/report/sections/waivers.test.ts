import { describe, expect, test } from 'vitest';
import { sampleResult, waivedResult } from '../../../test/helpers/report/sample-result.ts';
import { renderBadge } from '../formats/badge.ts';
import { renderJunit } from '../formats/junit.ts';
import { renderSarif } from '../formats/sarif.ts';
import { renderSummary, renderText } from '../summary.ts';
import { renderHtml } from '../writers/html-page.ts';

const { entries } = waivedResult.waivers ?? { entries: [] };
const conforming = {
  ...waivedResult,
  verdict: 'conforming',
  counts: { ...waivedResult.counts, failed: 0 },
  requirements: waivedResult.requirements.filter(({ outcome }) => outcome !== 'failed'),
} as const;
const [valid] = entries;
const fine = {
  ...conforming,
  waivers: { file: 'w', entries: valid ? [valid] : [] },
  gate: { outcome: 'passed', reasons: [] },
} as const;

const FAULT = 'waivers.yaml:7:5: orders/create:D74:status:4e5f6071 of D01 did not occur. Remove the obsolete waiver.';
const WAIVED = 'Waived by Ada Lovelace until 2026-04-30: Under discussion.';

/** Functions that render a report in each format; the backslashes that escape Markdown are removed. */
const RENDERINGS = {
  text: (result: typeof waivedResult) => renderText(result, { color: false, showsDeviations: true }),
  html: (result: typeof waivedResult) => renderHtml(result),
  markdown: (result: typeof waivedResult) => renderSummary(result).replaceAll('\\', ''),
  junit: renderJunit,
  sarif: renderSarif,
};

describe.each(Object.entries(RENDERINGS))('%s', (_, render) => {
  test('shows the owner, the last day and the reason of a waiver', () => {
    expect(render(fine)).toContain(WAIVED);
  });

  test('shows the mistake of an invalid waiver, and that the gate failed', () => {
    expect(render(conforming)).toContain(FAULT);
    expect(render(conforming)).toContain('The gate failed');
    expect(render(fine)).not.toContain('The gate');
  });
});

test('mentions the waived requirements in the reason of the verdict "conforming"', () => {
  expect(renderSummary(fine)).toContain(
    'All tested MUST requirements passed, except for 1 waived requirement, with 1 warning.',
  );
  expect(renderSummary(conforming)).toMatch(/^# ✓ Conforming, but the gate failed: /);
  expect(renderBadge(fine)).toContain('conforming, 1 waived');
  expect(renderBadge(conforming)).toContain('conforming, 1 waived, gate failed');
});

test('writes a skipped test for a waived requirement and a failed test for an invalid waiver in JUnit', () => {
  expect(renderJunit(fine)).toMatch(/name="D74 [^>]*>\s*<skipped message="waived: D74: [^"]* Waived by Ada/);
  expect(renderJunit(fine)).not.toContain('<testsuite name="Waivers"');
  expect(renderJunit(conforming)).toMatch(
    /<testsuite name="Waivers"[^>]* failures="1"[\s\S]*?name="waivers.yaml:7:5: the waiver of D01">\s*<failure [^>]*type="unneeded"/,
  );
});

test('writes a suppression for a waived requirement and a notification for an invalid waiver in SARIF', () => {
  const [{ results, invocations }] = JSON.parse(renderSarif(conforming)).runs;
  const suppressed = results.filter(({ suppressions }: { suppressions?: unknown }) => suppressions !== undefined);
  expect(suppressed).toMatchObject([
    {
      ruleId: 'D74',
      suppressions: [{ kind: 'external', status: 'accepted', justification: WAIVED }],
      properties: { deviations: ['orders/create:D74:status:4e5f6071'] },
    },
  ]);
  expect(invocations[0].toolConfigurationNotifications).toMatchObject([{ level: 'error', message: { text: FAULT } }]);
});

test('lists all waivers in HTML and Markdown, invalid waivers first', () => {
  for (const page of [renderHtml(conforming), renderSummary(conforming).replaceAll('\\', '')]) {
    const section = page.slice(page.search(/Waivers \(2\)|Waivers <span class="dim">2/));
    expect(section.indexOf('no longer needed')).toBeLessThan(section.indexOf('in force'));
    expect(section).toContain('Ada Lovelace');
  }
  expect(renderHtml(sampleResult)).not.toContain('page-waivers');
});

test('shows the deviations of a failure as YAML that a user can copy', () => {
  const [first, ...others] = sampleResult.requirements.filter(({ outcome }) => outcome === 'failed');
  const named = (names: readonly string[]) => ({
    ...sampleResult,
    requirements: [
      ...others,
      ...(first
        ? [
            {
              ...first,
              cases: names.map((deviation) => ({
                title: deviation,
                outcome: 'failed' as const,
                exchanges: [],
                deviation,
              })),
            },
          ]
        : []),
    ],
  });
  const one = named(['a/b:D42:value:00000001']);
  const two = named(['a/b:D42:value:00000001', 'a/b:D42:value:00000002']);
  const many = named(Array.from({ length: 9 }, (_, index) => `a/${index}:D42:value:0000000${index % 2}`));
  for (const render of [RENDERINGS.text, RENDERINGS.markdown]) {
    expect(render(one)).toContain('deviation: a/b:D42:value:00000001\n');
    expect(render(two)).toContain('deviation: [a/b:D42:value:00000001, a/b:D42:value:00000002]\n');
  }
  expect(RENDERINGS.text(many)).toContain(
    'deviation: [any:D42:value:00000000, any:D42:value:00000001]  # for 9 deviations in single cases\n',
  );
  const hundreds = named(Array.from({ length: 500 }, (_, index) => `a/${index}:D42:value:00000000`));
  expect(renderSummary(hundreds)).toContain('```yaml\ndeviation: any:D42:value:00000000');
  expect(renderHtml(two)).toContain('deviation: [a/b:D42:value:00000001, a/b:D42:value:00000002]');
});
