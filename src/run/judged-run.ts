import { readFileSync } from 'node:fs';
import { inSuiteOrder, isNarrowed, type SelectedCases, type Selection, unrun } from '../../conformance/index.ts';
import { name, version } from '../../mock/core/version.ts';
import { coveragePoints } from '../contract/document/coverage-points.ts';
import { deletableKinds } from '../contract/document/effects.ts';
import { locateRules } from '../contract/document/rule-places.ts';
import { type Requirement, reasonOf } from '../contract/requirement.ts';
import { annotate } from '../run-result/annotate.ts';
import { assembleRun, type RunFacts } from '../run-result/assemble.ts';
import type { CaseRecord } from '../run-result/case-record.ts';
import { compareWithBaseline } from '../run-result/comparison/baseline.ts';
import { gateOf } from '../run-result/gate.ts';
import type { Baseline, RunResult } from '../run-result/run-result.ts';
import type { ContractUnderTest } from './contract-under-test.ts';
import { projectPath } from './project-path.ts';

/** Facts about a run that the contract and the records of the cases do not contain, such as the duration of the run. */
interface Circumstances
  extends Omit<
    RunFacts,
    'suite' | 'contract' | 'points' | 'unreachable' | 'deletable' | 'operationIds' | 'selection' | 'selected'
  > {
  readonly baseline?: Baseline;
}

/**
 * Computes the result of a run, including the texts of the requirements, from the records of its cases. The records
 * must be in the order of the cases in the suite.
 */
export function judgedRun(
  underTest: ContractUnderTest,
  found: readonly CaseRecord[],
  { baseline, ...circumstances }: Circumstances,
): RunResult {
  const { suite, contract, requirements, selection, order } = underTest;
  const selected = underTest.select();
  const missing = unrun(selected, found, circumstances.stop?.message ?? 'the case was not run');
  const records = missing.length === 0 ? found : inSuiteOrder([...found, ...missing], order);
  const { title, version: contractVersion, sha256, path } = contract.document;
  const assembled = assembleRun(requirements, suite.merge(records), {
    suite: { name, version },
    contract: { title, version: contractVersion, sha256, file: projectPath(path) },
    ...circumstances,
    deletable: deletableKinds(contract),
    operationIds: contract.operations.map(({ operationId }) => operationId),
    // A shard reaches only a part of the coverage points, so its result has no coverage.
    ...(selection.shard === undefined && { points: coveragePoints(contract), unreachable: suite.unreachable }),
    ...selectionFacts(selection, selected, requirements, records),
  });
  const result = baseline ? compareWithBaseline(assembled, baseline) : assembled;
  const gate = gateOf(result);
  return annotate(gate ? { ...result, gate } : result, {
    reasons: new Map(requirements.map((requirement) => [requirement.id, reasonOf(requirement)])),
    pages: new Map(requirements.map(({ id, page }) => [id, page && `docs/reference/requirements/${page}`])),
    places: () => locateRules(readFileSync(path, 'utf8')),
  });
}

/**
 * True if the case fails the run: the case shows a failure without a waiver, of a requirement that decides the
 * verdict.
 */
export function failsRun(
  { contract, requirements }: ContractUnderTest,
  record: CaseRecord,
  facts: Pick<RunFacts, 'target' | 'basis' | 'waivers'>,
): boolean {
  if (!record.findings.some(({ result }) => result === 'broken')) return false;
  const { title, version: contractVersion, sha256 } = contract.document;
  const { counts } = assembleRun(requirements, [record], {
    suite: { name, version },
    contract: { title, version: contractVersion, sha256 },
    startedAt: new Date().toISOString(),
    durationMs: 0,
    ...facts,
    operationIds: contract.operations.map(({ operationId }) => operationId),
  });
  return counts.failed > 0;
}

/** The number of cases that every run contains: the first and the last case of the suite. */
const ALWAYS_RUN = 2;

/** Properties of the result that describe the selection of cases; empty for a run without a selection. */
function selectionFacts(
  selection: Selection,
  selected: SelectedCases,
  requirements: readonly Requirement[],
  records: readonly CaseRecord[],
): Pick<RunFacts, 'selection' | 'selected'> {
  const { only, skip, cases, shard } = selection;
  const isComplete = !isNarrowed(selection);
  if (isComplete && !shard) return {};
  const reported = reportedIds(selected, records);
  if (isComplete) return { selected: reported };
  const ofRequirements = requirements.filter(({ excluded }) => excluded === undefined).length;
  const counts = {
    requirements: reported.size,
    ofRequirements,
    cases: selected.cases.length + ALWAYS_RUN,
    ofCases: selected.ofCases + ALWAYS_RUN,
  };
  return { selection: { only, skip, ...(cases && { lastFailed: true as const }), ...counts }, selected: reported };
}

/** IDs of the requirements that the result reports. */
function reportedIds(
  { cases, requirements, inPassing }: SelectedCases,
  records: readonly CaseRecord[],
): ReadonlySet<string> {
  const findings = records.flatMap((record) => record.findings);
  const reached = new Set(findings.map(({ rule }) => rule));
  // A case with generated requests may have no finding about some of its rules, since the responses decide which rules
  // the case can judge.
  const [exploring, fixed] = [cases.filter(isExploring), cases.filter((one) => !isExploring(one))];
  const isAbout = (some: SelectedCases['cases'], id: string) => some.some(({ rules }) => rules.includes(id));
  const isOnlyExplored = (id: string) => fixed.length === 0 || (isAbout(exploring, id) && !isAbout(fixed, id));
  const isOpen = (id: string) => inPassing.has(id) || (exploring.length > 0 && isOnlyExplored(id));
  const unreached = [...requirements].filter((id) => !reached.has(id) && isOpen(id));
  // A case can also fail a rule that no selected case lists.
  const found = findings.filter(({ result }) => result === 'broken');
  return requirements.difference(new Set(unreached)).union(new Set(found.map(({ rule }) => rule)));
}

function isExploring({ tags }: SelectedCases['cases'][number]): boolean {
  return tags?.includes('explore') === true;
}
