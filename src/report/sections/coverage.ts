import type { PointKind, Side } from '../../contract/document/coverage-points.ts';
import type { RunCoverage, SideCounts } from '../../run-result/coverage.ts';
import { type Block, list, on, section, styled, table, text } from '../blocks.ts';

const NOUNS: Readonly<Record<PointKind, string>> = {
  operation: 'operations',
  status: 'statuses',
  mediaType: 'media types',
  parameter: 'parameters',
  constraint: 'constraints',
};

const SIDE_LABEL: Readonly<Record<Side, string>> = { accepted: 'accepted', refused: 'rejected' };
const SIDES = Object.keys(SIDE_LABEL) as Side[];

/**
 * Section about the coverage of the contract by the requests and responses of the run, with the coverage points that
 * the run missed.
 */
export function coverageSection(coverage: RunCoverage | undefined): Block[] {
  if (!coverage) return [];
  const kinds = kindsOf(coverage);
  const line = coverageLine(coverage);
  const [open, excluded] = [uncovered(coverage, 'missing'), uncovered(coverage, 'excepted')];
  const items = [...open, ...excluded].map(({ id, side, reason }) => [
    styled('code', id),
    ` ${SIDE_LABEL[side]}: ${reason}`,
  ]);
  const head = { id: 'page-coverage', title: 'Coverage' };
  return [
    ...on(['terminal'], ...section({}, [text(styled('dim', line))])),
    ...on(
      ['summary'],
      ...section(head, [
        text(line),
        ...table(
          'Coverage',
          ['Not covered', 'Side'],
          open.map(({ id, side }) => [styled('code', id), SIDE_LABEL[side]]),
        ),
      ]),
    ),
    ...on(
      ['page'],
      ...section(head, [
        {
          kind: 'details',
          summary: line,
          blocks: [
            ...table(
              'Accepted and rejected sides',
              ['Kind', 'Covered', 'Missing', 'Excluded'],
              kinds.map(([kind, { seen, missing, excepted: known }]) => [NOUNS[kind], seen, missing, known]),
              true,
            ),
            ...list(items),
          ],
        },
      ]),
    ),
  ];
}

/** Short sentence about the coverage: `78% of the reachable points, 109 missing`. */
export function coverageShare(coverage: RunCoverage): string {
  const all = total(coverage);
  return `${percent(all)} of the reachable points${missing(all)}`;
}

/**
 * Long sentence about the coverage: `Contract coverage: 100% of the reachable points (operations 100%, statuses 100%,
 * …), 8 excluded.`
 */
function coverageLine(coverage: RunCoverage): string {
  const reachable = kindsOf(coverage).filter(([, counts]) => counts.seen + counts.missing > 0);
  const kinds = reachable.map(([kind, counts]) => `${NOUNS[kind]} ${percent(counts)}`);
  const all = total(coverage);
  return `Contract coverage: ${percent(all)} of the reachable points (${kinds.join(', ')})${missing(all)}, ${all.excepted} excluded.`;
}

/**
 * Percentage of the reachable sides that the run covered. A coverage point has up to two sides, accepted and rejected
 * requests, and a side is reachable unless it is excluded. The percentage is rounded down, so that 100% means that the
 * run covered every reachable side of every coverage point.
 */
function percent(counts: SideCounts): string {
  return `${Math.floor((100 * counts.seen) / Math.max(1, counts.seen + counts.missing))}%`;
}

function missing(all: SideCounts): string {
  return all.missing > 0 ? `, ${all.missing} missing` : '';
}

function total({ counts }: RunCoverage): SideCounts {
  const sum = (name: keyof SideCounts) => Object.values(counts).reduce((all, one) => all + one[name], 0);
  return { seen: sum('seen'), missing: sum('missing'), excepted: sum('excepted') };
}

function uncovered({ points }: RunCoverage, sight: 'missing' | 'excepted') {
  return points.flatMap((point) =>
    SIDES.filter((side) => point[side] === sight).map((side) => ({
      id: point.id,
      side,
      reason: sight === 'excepted' ? (point.reason ?? '') : 'missing',
    })),
  );
}

function kindsOf({ counts }: RunCoverage): [PointKind, SideCounts][] {
  const kinds = Object.entries(counts) as [PointKind, SideCounts][];
  return kinds.filter(([, { seen, missing: open, excepted }]) => seen + open + excepted > 0);
}
