import { deviationsOf, waivedDeviationsOf } from '../deviation.ts';
import { isGating } from '../gate.ts';
import { ReportError } from '../report-error.ts';
import type { RequirementResult } from '../requirement-result.ts';
import type { Baseline, BaselineResult, RunResult } from '../run-result.ts';
import { type Change, diffReports } from './diff.ts';

/**
 * Creates a baseline from the report of an earlier run.
 *
 * @param file path of the report, as the user wrote it
 * @throws ReportError if the report is of one shard, or of a run that ended early
 */
export function baselineOf(file: string, report: RunResult): Baseline {
  if (report.shard) {
    throw new ReportError(
      `${file} is one shard; expected a complete run. Combine the shards with report merge, and use the result.`,
    );
  }
  if (report.stop) {
    const why = `its run ended early (${report.stop.message}), so its failures are incomplete`;
    throw new ReportError(`${file} cannot be the baseline: ${why}.`);
  }
  return { file, report: withoutTraffic(report) };
}

/** Report of the earlier run without its exchanges, which a comparison does not need. */
function withoutTraffic(report: RunResult): RunResult {
  const requirements = report.requirements.map((requirement) => {
    const { curl: _, places: __, ...rest } = requirement;
    const cases = requirement.cases.filter(({ outcome }) => outcome !== 'passed');
    return { ...rest, exchanges: [], cases: cases.map(({ curl: _, ...one }) => ({ ...one, exchanges: [] })) };
  });
  const { coverage: _, leftovers: __, referee: ___, against: ____, ...rest } = report;
  return { ...rest, requirements };
}

/**
 * Requires that the contract of the baseline has the same title. Another version of the contract is allowed, and is
 * mentioned as a remark. @throws ReportError for another title
 */
export function requireSameService({ file, report }: Baseline, title: string): void {
  if (report.contract.title === title) return;
  throw new ReportError(
    `${file} cannot be the baseline: its contract is "${report.contract.title}"; expected "${title}".`,
  );
}

/**
 * Compares a run with its baseline, and marks each requirement that did not pass as `known` (the baseline contains the
 * same failure) or `new`.
 */
export function compareWithBaseline(result: RunResult, { file, report }: Baseline): RunResult {
  const diff = diffReports(report, result);
  const changes = new Map(diff.changes.map((change) => [change.id, change]));
  const earlier = new Map(report.requirements.map((requirement) => [requirement.id, requirement]));
  const requirements = result.requirements.map((requirement) => {
    const { id, outcome } = requirement;
    if (outcome === 'passed' || outcome === 'notApplicable') return requirement;
    const isNew = isNewIn(requirement, changes.get(id)) || isNoLongerWaived(requirement, earlier.get(id));
    return { ...requirement, sinceBaseline: isNew ? ('new' as const) : ('known' as const) };
  });
  const failed = requirements.filter(({ outcome }) => outcome === 'failed');
  const [fresh, known] = [failed.filter(({ sinceBaseline }) => sinceBaseline === 'new'), failed.filter(isKnown)];
  const untested = requirements.filter(
    (requirement) =>
      isGating(requirement, result.basis) &&
      ((requirement.outcome === 'untestable' && requirement.sinceBaseline === 'new') ||
        untestedCases(requirement).difference(untestedCases(earlier.get(requirement.id))).size > 0),
  );
  const baseline: BaselineResult = {
    file,
    ...diff.old,
    remarks: diff.remarks,
    known: idsOf(known),
    new: idsOf(fresh),
    waived: idsOf(fresh.filter((requirement) => isNoLongerWaived(requirement, earlier.get(requirement.id)))),
    added: idsOf(fresh.filter((requirement) => isNewerThan(report, requirement, changes.get(requirement.id)))),
    untested: idsOf(untested),
  };
  return { ...result, baseline, requirements };
}

/**
 * True if the baseline does not accept the outcome of a requirement. The baseline accepts an untestable requirement
 * only if its result is the same in both runs. The baseline accepts a result other than untestable if the result is not
 * a regression.
 */
function isNewIn({ outcome }: RequirementResult, change: Change | undefined): boolean {
  return outcome === 'untestable' ? change !== undefined : change?.worse === true;
}

/** True if the requirement has new failures, and the baseline contains each of these failures with a waiver. */
function isNoLongerWaived(requirement: RequirementResult, earlier: RequirementResult | undefined): boolean {
  if (!earlier) return false;
  const fresh = deviationsOf(requirement).difference(deviationsOf(earlier));
  return fresh.size > 0 && fresh.isSubsetOf(waivedDeviationsOf(earlier));
}

/** True if the requirement is newer than the version of the suite that wrote the earlier report. */
function isNewerThan({ suite }: RunResult, { since }: RequirementResult, change: Change | undefined): boolean {
  return change?.kind === 'added' || (since !== undefined && VERSIONS.compare(since, suite.version) > 0);
}

const VERSIONS = new Intl.Collator('en', { numeric: true });

function idsOf(requirements: readonly RequirementResult[]): string[] {
  return requirements.map(({ id }) => id);
}

function isKnown({ sinceBaseline }: RequirementResult): boolean {
  return sinceBaseline === 'known';
}

function untestedCases({ cases }: Pick<RequirementResult, 'cases'> = { cases: [] }): Set<string> {
  return new Set(cases.flatMap(({ id, title, outcome }) => (outcome === 'untestable' ? [id ?? title] : [])));
}
