import type { CaseRecord, ProblemTitles } from '../../../src/run-result/case-record.ts';
import type { Case } from '../case.ts';
import { evaluateTitles } from './problem-titles.ts';
import type { Suite } from './suite.ts';

/** The IDs of the cases of a run, in the order of the suite. The first and the last case run in every shard. */
export interface RunOrder {
  readonly first: string;
  readonly cases: readonly string[];
  readonly last: string;
}

export function runOrder({ first, last }: Pick<Suite, 'first' | 'last'>, cases: readonly Case[]): RunOrder {
  return { first: first.id, cases: cases.map(({ id }) => id), last: last.id };
}

/** Sorts case records in the order of the suite, since concurrent cases may end in any order. */
export function inSuiteOrder(records: readonly CaseRecord[], { first, cases, last }: RunOrder): CaseRecord[] {
  const place = new Map([first, ...cases, last].map((id, index) => [id, index]));
  return records.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}

/**
 * Merges the case records of all shards into the records of one run. The first case, which every shard runs, gets a
 * single record. The function evaluates the last case again, since this case compares the problem titles of all shards.
 */
export function mergeRecords(shards: readonly (readonly CaseRecord[])[], order: RunOrder): CaseRecord[] {
  const all = shards.flat();
  const of = (id: string) => all.filter((record) => record.id === id);
  const own = all.filter(({ id }) => id !== order.first && id !== order.last);
  return inSuiteOrder([...first(of(order.first)), ...own, ...last(of(order.last))], order);
}

function isBroken({ findings }: CaseRecord): boolean {
  return findings.some(({ result }) => result === 'broken');
}

function first(records: readonly CaseRecord[]): CaseRecord[] {
  const chosen = records.find(isBroken) ?? records[0];
  return chosen ? [{ ...chosen, ...wholeRunParts(records) }] : [];
}

function last(records: readonly CaseRecord[]): CaseRecord[] {
  const [one] = records;
  if (!one) return [];
  const merged: Record<string, Set<string>> = {};
  for (const { titles = {} } of records) {
    for (const [type, ofType] of Object.entries(titles))
      merged[type] = (merged[type] ?? new Set()).union(new Set(ofType));
  }
  const titles: ProblemTitles = Object.fromEntries(Object.entries(merged).map(([type, ofType]) => [type, [...ofType]]));
  const stopped = records.find(({ stop }) => stop);
  if (stopped) return [{ ...stopped, titles, ...wholeRunParts(records) }];
  const findings = evaluateTitles(titles).map((finding) => ({ ...finding, rule: one.rules[0] ?? finding.rule }));
  return [{ ...one, findings, titles, ...wholeRunParts(records) }];
}

/** The created data and the coverage in the case records, which describe the whole run and not only one case. */
function wholeRunParts(records: readonly CaseRecord[]): Pick<CaseRecord, 'traces' | 'sightings'> {
  const traces = records.flatMap((record) => record.traces ?? []);
  const sightings = records.flatMap((record) => record.sightings ?? []);
  return { ...(traces.length > 0 && { traces }), ...(sightings.length > 0 && { sightings }) };
}
