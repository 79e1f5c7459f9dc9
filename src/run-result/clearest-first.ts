import type { CaseRecord } from './case-record.ts';
import type { Finding } from './finding.ts';

/** Finding about a requirement, with the record of its case. */
export interface CaseFinding {
  readonly record: CaseRecord;
  readonly finding: Finding;
}

/**
 * Sorts findings about one requirement so that the first finding is the best example. The case of the best example has
 * no other failure, tests mainly this requirement, and needs the fewest and simplest requests. Equal findings keep
 * their order.
 */
export function clearestFirst<T extends CaseFinding>(findings: readonly T[]): T[] {
  return sortedBy(findings, obstacles);
}

/** Sorts items in ascending order of their keys; keys are compared number by number. Equal items keep their order. */
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

/**
 * Sort key of a finding, as a list of numbers that grow with the effort to understand the finding. All untestable
 * findings have the same key, and are sorted last.
 */
function obstacles({ record, finding }: CaseFinding): number[] {
  const { rule, result, exchange, replay } = finding;
  if (result === 'untestable') return [2];
  const request = exchange === undefined ? undefined : record.exchanges[exchange]?.request;
  return [
    Number(replay !== undefined),
    Number(request === undefined),
    otherRules(record, rule, 'broken'),
    Number(!record.rules.includes(rule)),
    exchange ?? 0,
    otherRules(record, rule, 'untestable'),
    // The number of values. The length of a body is not part of the sort key, since the lengths of generated names
    // differ from run to run.
    request?.body.split(',').length ?? 0,
  ];
}

/** Number of other rules with the given result in the case. */
function otherRules({ findings }: CaseRecord, rule: string, result: Finding['result']): number {
  const others = findings.filter((one) => one.result === result && one.rule !== rule);
  return new Set(others.map((one) => one.rule)).size;
}
