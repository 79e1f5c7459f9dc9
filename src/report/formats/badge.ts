import escapeHtml from 'escape-html';
import { OUTCOME_OF_VERDICT } from '../../run-result/gate.ts';
import type { RunResult, Verdict } from '../../run-result/run-result.ts';
import { visible } from '../visible.ts';

/**
 * Background colour of the badge, by verdict. White text on each of the background colours has a contrast of at least
 * 4.5 to 1 (WCAG 2.2 §1.4.3).
 */
const COLOR: Readonly<Record<Verdict, string>> = {
  conforming: '#1a7f37',
  nonconforming: '#c4232c',
  incomplete: '#8a5a00',
};
const LABEL_COLOR = '#484f58';

/**
 * Widths in pixels of characters in Verdana at 11 px. If the browser has no Verdana, the attribute `textLength`
 * stretches the text to the computed width.
 */
const WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijlI.,:;'|!]/, 4],
  [/[frt()[\]/ -]/, 4.6],
  [/[mwMW%]/, 10.2],
  [/[A-Z]/, 7.8],
];
const OTHER_WIDTH = 6.8;
const PADDING = 6;

function widthOf(text: string): number {
  const width = Array.from(text, (character) => WIDTHS.find(([set]) => set.test(character))?.[1] ?? OTHER_WIDTH);
  return Math.round(width.reduce((sum, one) => sum + one, 0));
}

function messageOf(result: RunResult): string {
  const { shard } = result;
  // For a shard without a failure, the badge shows no verdict, since the verdict depends on all shards.
  if (shard)
    return `${result.verdict === 'conforming' ? 'no failures' : verdictOf(result)} in shard ${shard.index}/${shard.count}`;
  const whole = result.selection ? `${verdictOf(result)} in a selection` : verdictOf(result);
  const { gate, verdict } = result;
  return gate && gate.outcome !== OUTCOME_OF_VERDICT[verdict] ? `${whole}, gate ${gate.outcome}` : whole;
}

function verdictOf({ verdict, counts, requirements }: RunResult): string {
  if (verdict === 'conforming' && counts.waived > 0) return `${verdict}, ${counts.waived} waived`;
  if (verdict === 'nonconforming' && counts.failed > 0) return `${verdict}, ${counts.failed} failed`;
  if (verdict !== 'incomplete') return verdict;
  const open = requirements.filter(({ outcome, level }) => outcome === 'untestable' && level === 'MUST').length;
  return open === 0 ? verdict : `${verdict}, ${open} untested`;
}

/**
 * Badge with the verdict: an SVG image that loads no other file, and whose text is also available to screen readers.
 */
export function renderBadge(result: RunResult): string {
  // XML does not allow U+FFFE and U+FFFF (§2.2).
  const label = visible(`contract ${result.contract.version}`.replaceAll(/[\uFFFE\uFFFF]/g, '')).slice(0, 60);
  const message = messageOf(result);
  const [left, right] = [label, message].map((text) => widthOf(text) + 2 * PADDING) as [number, number];
  const title = escapeHtml(`${label}: ${message}`);
  const text = (content: string, start: number, width: number) =>
    `<text x="${start + width / 2}" y="14" textLength="${width - 2 * PADDING}">${escapeHtml(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="${LABEL_COLOR}"/><rect x="${left}" width="${right}" height="20" fill="${COLOR[result.verdict]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">
${text(label, 0, left)}
${text(message, left, right)}
</g>
</svg>
`;
}
