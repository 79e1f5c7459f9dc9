import type { PointKind, Side } from '../contract/document/coverage-points.ts';
import type { RunCoverage, SideCounts, Sight } from '../run-result/coverage.ts';
import { type Html, html, prose as proseHtml } from './html/template.ts';
import { code, prose, table } from './markdown.ts';

const NOUNS: Readonly<Record<PointKind, string>> = {
  operation: 'operations',
  status: 'statuses',
  mediaType: 'media types',
  parameter: 'parameters',
  constraint: 'constraints',
};

/** Rows that a summary in Markdown shows; report.json has all. */
const MAX_ROWS = 20;

/** Rounded down: 100 means all. */
function percent({ seen, missing }: SideCounts): string {
  return `${Math.floor((100 * seen) / Math.max(1, seen + missing))} %`;
}

function total({ counts }: RunCoverage): SideCounts {
  const sum = (name: keyof SideCounts) => Object.values(counts).reduce((all, one) => all + one[name], 0);
  return { seen: sum('seen'), missing: sum('missing'), excepted: sum('excepted') };
}

/** `Coverage 100 % of what can be reached (operations 100 %, statuses 100 %, …), 8 excepted.` */
export function coverageLine(coverage: RunCoverage): string {
  const reachable = kindsOf(coverage).filter(([, { seen, missing }]) => seen + missing > 0);
  const kinds = reachable.map(([kind, counts]) => `${NOUNS[kind]} ${percent(counts)}`);
  const all = total(coverage);
  return `Coverage ${reached(all)} (${kinds.join(', ')})${missing(all)}, ${all.excepted} excepted.`;
}

function reached(all: SideCounts): string {
  return `${percent(all)} of what can be reached`;
}

function missing(all: SideCounts): string {
  return all.missing > 0 ? `, ${all.missing} missing` : '';
}

/** A few words that lead to the section: `78 % of what can be reached, 109 missing`. */
export function coverageLink(coverage: RunCoverage): Html {
  const all = total(coverage);
  return html`<a href="#page-coverage">${reached(all)}${missing(all)}</a>`;
}

/** The sides that were not seen, those that could have been first: `createJwtKey status 413`, `refused`, the reason. */
function unseen({ points }: RunCoverage): { id: string; side: Side; reason: string }[] {
  const sides: readonly Side[] = ['accepted', 'refused'];
  const of = (sight: Sight) =>
    points.flatMap((point) =>
      sides
        .filter((side) => point[side] === sight)
        .map((side) => ({ id: point.id, side, reason: sight === 'excepted' ? (point.reason ?? '') : 'missing' })),
    );
  return [...of('missing'), ...of('excepted')];
}

function kindsOf({ counts }: RunCoverage): [PointKind, SideCounts][] {
  const kinds = Object.entries(counts) as [PointKind, SideCounts][];
  return kinds.filter(([, { seen, missing, excepted }]) => seen + missing + excepted > 0);
}

export function coverageMarkdown(coverage: RunCoverage | undefined): string[] {
  if (!coverage) return [];
  const open = unseen(coverage).filter(({ reason }) => reason === 'missing');
  const rows = open.slice(0, MAX_ROWS).map(({ id, side }) => [code(id), side]);
  const more = open.length > MAX_ROWS ? [`And ${open.length - MAX_ROWS} more, see ${code('report.json')}.`] : [];
  return [
    '## Coverage',
    prose(coverageLine(coverage)),
    ...(rows.length > 0 ? [table(['Not seen', 'Side'], rows)] : []),
    ...more,
  ];
}

export function coverageHtml(coverage: RunCoverage | undefined): Html | undefined {
  if (!coverage) return undefined;
  const cell = (number: number) => html`<td>${number}</td>`;
  const kinds = kindsOf(coverage).map(
    ([kind, counts]) =>
      html`<tr><th scope="row">${NOUNS[kind]}</th>${[counts.seen, counts.missing, counts.excepted].map(cell)}</tr>\n`,
  );
  const items = unseen(coverage).map(
    ({ id, side, reason }) => html`<li><code>${id}</code> ${side}: ${proseHtml(reason)}</li>\n`,
  );
  return html`<section class="group" aria-labelledby="page-coverage">
<h2 id="page-coverage">Coverage</h2>
<details><summary>${coverageLine(coverage)}</summary>
<table><thead><tr><th scope="col">Sides, accepted and refused</th><th scope="col">Seen</th><th scope="col">Missing</th><th scope="col">Excepted</th></tr></thead>
<tbody>${kinds}</tbody></table>
${items.length === 0 ? undefined : html`<p>Not seen:</p>\n<ul>${items}</ul>`}
</details>
</section>`;
}
