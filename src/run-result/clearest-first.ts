import type { CaseRecord } from './case-record.ts';
import type { Finding } from './finding.ts';

/** Finding about a requirement, with the record of its case. */
export interface CaseFinding {
  readonly record: CaseRecord;
  readonly finding: Finding;
}

/**
 * Sorts findings about one requirement: the first one is the best example. It shows no other problem, its case is about
 * the requirement, and it needs the fewest and simplest requests. Equal findings keep their order.
 */
export function clearestFirst<T extends CaseFinding>(findings: readonly T[]): T[] {
  return sortedBy(findings, obstacles);
}

/** Sorts by lists of numbers, the smallest first. */
export function sortedBy<T>(items: readonly T[], keyOf: (item: T) => readonly number[]): T[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ item }) => item);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Numbers that are larger for a finding that is harder to understand. Untestable findings are last, and equal. */
function obstacles({ record, finding }: CaseFinding): number[] {
  const { rule, result, exchange, replay } = finding;
  if (result === 'untestable') return [2];
  const request = exchange === undefined ? undefined : record.exchanges[exchange]?.request;
  return [
    Number(replay !== undefined),
    Number(request === undefined),
    otherRules(record, rule),
    Number(!record.rules.includes(rule)),
    exchange ?? 0,
    // The number of values. The length of a body differs from run to run, since names are generated.
    request?.body.split(',').length ?? 0,
  ];
}

/** Number of other rules that the case found broken or could not test. */
function otherRules({ findings }: CaseRecord, rule: string): number {
  const others = findings.filter((one) => one.result !== 'holds' && one.rule !== rule);
  return new Set(others.map((one) => one.rule)).size;
}
