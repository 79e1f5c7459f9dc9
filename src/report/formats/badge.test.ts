import { describe, expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../../test/helpers/report/sample-result.ts';
import { countOutcomes } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { renderBadge } from './badge.ts';

const ofOutcome = (...outcomes: string[]) => sampleResult.requirements.filter((one) => outcomes.includes(one.outcome));
const conforming: RunResult = { ...sampleResult, verdict: 'conforming', counts: countOutcomes(ofOutcome('passed')) };
const incomplete: RunResult = { ...sampleResult, verdict: 'incomplete', requirements: ofOutcome('untestable') };

/** Contrast of a colour with white (WCAG 2.2). */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

describe('renderBadge', () => {
  test.each([
    [conforming, 'contract 1.0.0: conforming'],
    [sampleResult, 'contract 1.0.0: nonconforming, 4 failed'],
    [incomplete, 'contract 1.0.0: incomplete, 1 untested'],
  ])('shows the verdict in the badge, and in its text for screen readers', (result, words) => {
    const badge = renderBadge(result);
    expect(badge).toContain(`role="img" aria-label="${words}"`);
    expect(badge).toContain(`<title>${words}</title>`);
    for (const part of words.split(': ')) expect(badge).toContain(`>${part}</text>`);
  });

  test.each([conforming, sampleResult, incomplete])(
    'has a contrast of at least 4.5 between the text and the background of the badge',
    (result) => {
      const colors = [...renderBadge(result).matchAll(/fill="(#\w{6})"/g)].map(([, color = '']) => color);
      expect(colors).toHaveLength(2);
      for (const color of colors) expect(contrastWithWhite(color)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('creates a badge that loads no other file, even if the version contains markup', () => {
    const { contract } = resultWith('');
    const badge = renderBadge({ ...sampleResult, contract: { ...contract, version: '1"><script>&\u0000\uFFFF' } });
    expect(badge).not.toMatch(/href|url\((?!#)|<script|\0|\uFFFF/);
    expect(badge.match(/https?:/g)).toEqual(['http:']); // the namespace
  });
});
