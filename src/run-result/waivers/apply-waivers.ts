import { nearest } from '../../contract/explain/spelling.ts';
import type { Requirement } from '../../contract/requirement.ts';
import type { CaseRecord } from '../case-record.ts';
import { caseOf, inAnyCase, isExplored } from '../deviation.ts';
import type { RequirementResult } from '../requirement-result.ts';
import type { Waiver, WaiverNote, WaiverResult, Waivers, WaiversResult } from './waiver.ts';

/** Of the requirement with the id, the deviation. */
export type FindWaiver = (requirement: string, deviation: string) => WaiverNote | undefined;

/** The texts of a run in addition to its results. */
export interface Circumstances {
  readonly records: readonly CaseRecord[];
  /** True if cases, or what they say of some requirements, were left out. */
  readonly narrowed: boolean;
  /** True if nothing follows from what the run did not see: it ended early, or is a part of one. */
  readonly partial: boolean;
}

interface Evidence extends Omit<Circumstances, 'records'> {
  /** By id. */
  readonly records: ReadonlyMap<string, CaseRecord>;
  /** Ids of the requirements that were decided. */
  readonly decided: ReadonlySet<string>;
  /** Deviations that were seen, each behind its requirement. */
  readonly seen: ReadonlySet<string>;
}

/** The waivers of a run: which of them are in force, and, when it is over, what each was good for. */
export class WaiversInForce {
  readonly #waivers: Waivers;
  readonly #faults: ReadonlyMap<Waiver, Pick<WaiverResult, 'state' | 'message'>>;
  readonly #byDeviation: ReadonlyMap<string, Waiver>;

  /**
   * @param excluded why a run can never judge a requirement, if so: a sentence
   * @param day of the run, `2026-12-31`
   */
  constructor(
    waivers: Waivers,
    requirements: readonly Requirement[],
    excluded: (requirement: Requirement) => string | undefined,
    day: string,
  ) {
    this.#waivers = waivers;
    const first = new Map<string, Waiver>();
    const faults = new Map<Waiver, Pick<WaiverResult, 'state' | 'message'>>();
    for (const entry of waivers.entries) {
      const unknown = unknownReason(entry, requirements, excluded);
      const twice = entry.deviations.find((deviation) => first.has(keyOf(entry.requirement, deviation)));
      const other = twice === undefined ? undefined : first.get(keyOf(entry.requirement, twice));
      if (unknown !== undefined) {
        faults.set(entry, { state: 'unknown', message: `${entry.place}: ${unknown}` });
      } else if (other) {
        const what = `${twice} of ${entry.requirement} is waived at ${other.place} already`;
        faults.set(entry, { state: 'duplicated', message: `${entry.place}: ${what}: remove one of the two.` });
      } else if (entry.expires < day) {
        const what = `the waiver of ${entry.requirement} expired on ${entry.expires}`;
        const todo = `mend the deviation, or agree on another day with ${entry.owner}`;
        faults.set(entry, { state: 'expired', message: `${entry.place}: ${what}: ${todo}.` });
      }
      for (const deviation of entry.deviations) {
        const key = keyOf(entry.requirement, deviation);
        if (!first.has(key)) first.set(key, entry);
      }
    }
    this.#faults = faults;
    this.#byDeviation = new Map([...first].filter(([, entry]) => !faults.has(entry)));
  }

  readonly find: FindWaiver = (requirement, deviation) => {
    const of = (name: string) => this.#byDeviation.get(keyOf(requirement, name));
    const waiver = of(deviation) ?? of(inAnyCase(deviation));
    return waiver && { reason: waiver.reason, owner: waiver.owner, expires: waiver.expires };
  };

  /** The state of each entry. */
  results(results: readonly RequirementResult[], { records, ...circumstances }: Circumstances): WaiversResult {
    const { file, entries } = this.#waivers;
    const open = results.filter(({ outcome }) => outcome === 'untestable' || outcome === 'notApplicable');
    const evidence = {
      ...circumstances,
      records: new Map(records.map((record) => [record.id, record])),
      decided: new Set(results.map(({ id }) => id)).difference(new Set(open.map(({ id }) => id))),
      seen: new Set(results.flatMap(seenIn)),
    };
    return { file, entries: entries.map((entry) => ({ ...entry, ...this.#stateOf(entry, evidence) })) };
  }

  #stateOf(entry: Waiver, evidence: Evidence): Pick<WaiverResult, 'state' | 'message'> {
    const gone = entry.deviations.filter((deviation) => isGone(entry.requirement, deviation, evidence));
    const fault = this.#faults.get(entry);
    const all = gone.length === entry.deviations.length;
    if (fault?.state === 'expired' && all) {
      const what = `the waiver of ${entry.requirement} expired on ${entry.expires}, and its deviation is gone`;
      return { state: 'expired', message: `${entry.place}: ${what}: remove it.` };
    }
    if (fault) return fault;
    if (gone.length > 0) {
      const what = `${gone.join(', ')} of ${entry.requirement} ${gone.length === 1 ? 'was' : 'were'} not seen`;
      const todo = all ? 'the waiver is no longer needed, remove it' : 'remove it from the waiver';
      return { state: 'unneeded', message: `${entry.place}: ${what}: ${todo}.` };
    }
    const used = entry.deviations.some((deviation) => evidence.seen.has(keyOf(entry.requirement, deviation)));
    return { state: used ? 'used' : 'unused' };
  }
}

/** The deviations of a requirement, by each name that a waiver may use. */
function seenIn({ id, cases }: RequirementResult): string[] {
  return cases.flatMap(({ deviation }) =>
    deviation === undefined ? [] : [keyOf(id, deviation), keyOf(id, inAnyCase(deviation))],
  );
}

/** The case that showed the deviation has decided its rule, and did not show it. What no exploration finds may be there. */
function isGone(requirement: string, deviation: string, evidence: Evidence): boolean {
  const { records, narrowed, partial, decided, seen } = evidence;
  if (partial || isExplored(deviation) || seen.has(keyOf(requirement, deviation))) return false;
  const record = records.get(caseOf(deviation));
  const said = record?.findings.filter(({ rule }) => rule === requirement) ?? [];
  if (said.length > 0) return said.every(({ result }) => result !== 'untestable');
  if (narrowed || !decided.has(requirement)) return false;
  // The case says nothing of the rule any more, or there is no such case.
  return record === undefined || record.findings.every(({ result }) => result !== 'untestable');
}

function unknownReason(
  { requirement: id }: Waiver,
  requirements: readonly Requirement[],
  excluded: (requirement: Requirement) => string | undefined,
): string | undefined {
  const requirement = requirements.find((one) => one.id === id);
  if (!requirement) {
    const ids = requirements.map((one) => one.id);
    const meant = nearest(id, ids)?.word;
    return `there is no requirement ${id}${meant === undefined ? '' : ` (did you mean ${meant}?)`}: mend the id, or remove the entry.`;
  }
  const reason = excluded(requirement);
  return reason === undefined ? undefined : `${id} is never judged (${reason.replace(/\.$/, '')}): remove the entry.`;
}

function keyOf(requirement: string, deviation: string): string {
  return `${requirement} ${deviation}`;
}
