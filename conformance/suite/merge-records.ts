import { judgeTitles, type ProblemTitles, titlesOfProblems } from './behaviours/problems.ts';
import type { Case, CaseRecord } from './case.ts';
import { preflight } from './preflight.ts';

/** The titles of the cases of a run, in the order of the suite: the first and the last are those that every shard runs. */
export interface RunOrder {
  readonly first: string;
  readonly cases: readonly string[];
  readonly last: string;
}

export function runOrder(cases: readonly Case[]): RunOrder {
  return { first: preflight.title, cases: cases.map(({ title }) => title), last: titlesOfProblems().title };
}

/** Cases end in any order; a report has them in the order of the suite. */
export function inSuiteOrder(records: readonly CaseRecord[], { first, cases, last }: RunOrder): CaseRecord[] {
  const place = new Map([first, ...cases, last].map((title, index) => [title, index]));
  return records.toSorted((a, b) => (place.get(a.title) ?? 0) - (place.get(b.title) ?? 0));
}

/**
 * What the shards of a run recorded, as one run would have: the first case, which every shard runs, counts once;
 * the last one judges what all of them saw.
 */
export function mergeRecords(shards: readonly (readonly CaseRecord[])[], order: RunOrder): CaseRecord[] {
  const all = shards.flat();
  const of = (title: string) => all.filter((record) => record.title === title);
  const own = all.filter(({ title }) => title !== order.first && title !== order.last);
  return inSuiteOrder([...first(of(order.first)), ...own, ...last(of(order.last))], order);
}

function isBroken({ findings }: CaseRecord): boolean {
  return findings.some(({ result }) => result === 'broken');
}

function first(records: readonly CaseRecord[]): CaseRecord[] {
  const telling = records.find(isBroken) ?? records[0];
  return telling ? [{ ...telling, ...passing(records) }] : [];
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
  if (stopped) return [{ ...stopped, titles, ...passing(records) }];
  const findings = judgeTitles(titles).filter(({ rule }) => one.rules.includes(rule));
  return [{ ...one, findings, titles, ...passing(records) }];
}

/** What cases tell of the run as a whole. */
function passing(records: readonly CaseRecord[]): Pick<CaseRecord, 'traces' | 'sightings'> {
  const traces = records.flatMap((record) => record.traces ?? []);
  const sightings = records.flatMap((record) => record.sightings ?? []);
  return { ...(traces.length > 0 && { traces }), ...(sightings.length > 0 && { sightings }) };
}
