import { nearest } from '../../contract/explain/spelling.ts';
import type { Requirement } from '../../contract/requirement.ts';
import type { CaseRecord } from '../case-record.ts';
import { caseOf, inAnyCase, isExplored } from '../deviation.ts';
import type { RequirementResult } from '../requirement-result.ts';
import type { Waiver, WaiverNote, WaiverResult, Waivers, WaiversResult } from './waiver.ts';

/** Returns the waiver that accepts a deviation of a requirement; undefined if no waiver accepts the deviation. */
export type FindWaiver = (requirement: string, deviation: string) => WaiverNote | undefined;

/** Facts of a run that decide the states of its waivers. */
export interface Circumstances {
  readonly records: readonly CaseRecord[];
  /** True if the run has a selection, so that some cases were not run. */
  readonly narrowed: boolean;
  /** True if the run ended early or is a shard, so that a waiver whose deviation did not occur may still be needed. */
  readonly partial: boolean;
}

interface Evidence extends Omit<Circumstances, 'records'> {
  /** Records of the cases, by the ID of the case. */
  readonly records: ReadonlyMap<string, CaseRecord>;
  /** IDs of the requirements whose outcome is neither `untestable` nor `notApplicable`. */
  readonly decided: ReadonlySet<string>;
  /** Keys of the deviations that occurred; each key contains the requirement and the name of the deviation. */
  readonly seen: ReadonlySet<string>;
}

/**
 * Returns, during the run, the waiver that accepts a deviation, and computes the states of all waivers after the run.
 */
export class WaiversInForce {
  readonly #waivers: Waivers;
  readonly #mistakes: ReadonlyMap<Waiver, Pick<WaiverResult, 'state' | 'message'>>;
  readonly #byDeviation: ReadonlyMap<string, Waiver>;

  /**
   * @param excluded returns the reason why no run can judge a requirement, as a sentence; undefined if a run can judge
   * the requirement
   * @param day day of the run, such as `2026-12-31`
   */
  constructor(
    waivers: Waivers,
    requirements: readonly Requirement[],
    excluded: (requirement: Requirement) => string | undefined,
    day: string,
  ) {
    this.#waivers = waivers;
    const first = new Map<string, Waiver>();
    const mistakes = new Map<Waiver, Pick<WaiverResult, 'state' | 'message'>>();
    for (const entry of waivers.entries) {
      const unknown = unknownReason(entry, requirements, excluded);
      const twice = entry.deviations.find((deviation) => first.has(keyOf(entry.requirement, deviation)));
      const other = twice === undefined ? undefined : first.get(keyOf(entry.requirement, twice));
      if (unknown !== undefined) {
        mistakes.set(entry, { state: 'unknown', message: `${entry.place}: ${unknown}` });
      } else if (other) {
        const what = `${twice} of ${entry.requirement} is also waived at ${other.place}`;
        mistakes.set(entry, {
          state: 'duplicated',
          message: `${entry.place}: ${what}. Remove one of the two waivers.`,
        });
      } else if (entry.expires < day) {
        const what = `the waiver of ${entry.requirement} expired on ${entry.expires}`;
        const fix = `Fix the failure, or extend the waiver (owner: ${entry.owner})`;
        mistakes.set(entry, { state: 'expired', message: `${entry.place}: ${what}. ${fix}.` });
      }
      for (const deviation of entry.deviations) {
        const key = keyOf(entry.requirement, deviation);
        if (!first.has(key)) first.set(key, entry);
      }
    }
    this.#mistakes = mistakes;
    this.#byDeviation = new Map([...first].filter(([, entry]) => !mistakes.has(entry)));
  }

  readonly find: FindWaiver = (requirement, deviation) => {
    const of = (name: string) => this.#byDeviation.get(keyOf(requirement, name));
    const waiver = of(deviation) ?? of(inAnyCase(deviation));
    return waiver && { reason: waiver.reason, owner: waiver.owner, expires: waiver.expires };
  };

  /** States of the waivers after the run. */
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
    const absent = entry.deviations.filter((deviation) => isAbsent(entry.requirement, deviation, evidence));
    const mistake = this.#mistakes.get(entry);
    const all = absent.length === entry.deviations.length;
    if (mistake?.state === 'expired' && all) {
      const what = `the waiver of ${entry.requirement} expired on ${entry.expires}, and its deviation no longer occurs`;
      return { state: 'expired', message: `${entry.place}: ${what}. Remove the waiver.` };
    }
    if (mistake) return mistake;
    if (absent.length > 0) {
      const what = `${absent.join(', ')} of ${entry.requirement} did not occur`;
      const fix = all ? 'Remove the obsolete waiver' : `Remove ${absent.length === 1 ? 'it' : 'them'} from the waiver`;
      return { state: 'unneeded', message: `${entry.place}: ${what}. ${fix}.` };
    }
    const used = entry.deviations.some((deviation) => evidence.seen.has(keyOf(entry.requirement, deviation)));
    return { state: used ? 'used' : 'unused' };
  }
}

/**
 * Keys of the deviations of a requirement: two keys for each deviation, since a waiver may name the deviation with its
 * case or with `any`.
 */
function seenIn({ id, cases }: RequirementResult): string[] {
  return cases.flatMap(({ deviation }) =>
    deviation === undefined ? [] : [keyOf(id, deviation), keyOf(id, inAnyCase(deviation))],
  );
}

/**
 * True if the deviation no longer occurs: the case evaluated the requirement without the waived failure. A deviation
 * from an exploration may still exist if a later exploration does not find the deviation.
 */
function isAbsent(requirement: string, deviation: string, evidence: Evidence): boolean {
  const { records, narrowed, partial, decided, seen } = evidence;
  if (partial || isExplored(deviation) || seen.has(keyOf(requirement, deviation))) return false;
  const record = records.get(caseOf(deviation));
  const findings = record?.findings.filter(({ rule }) => rule === requirement) ?? [];
  if (findings.length > 0) return findings.every(({ result }) => result !== 'untestable');
  if (narrowed || !decided.has(requirement)) return false;
  // The case of the waiver has no finding about the requirement: the case does not exist, or no longer evaluates the
  // requirement.
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
    const suggestion = nearest(id, ids)?.word;
    return `requirement ${id} does not exist${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}. Correct the ID, or remove the waiver.`;
  }
  const reason = excluded(requirement);
  return reason === undefined ? undefined : `${id} is never judged (${reason.replace(/\.$/, '')}). Remove the waiver.`;
}

function keyOf(requirement: string, deviation: string): string {
  return `${requirement} ${deviation}`;
}
