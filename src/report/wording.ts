import type { Basis } from '../contract/document/rule.ts';
import { http } from '../contract/node-http.ts';
import type { Level } from '../contract/requirement.ts';
import { inAnyCase } from '../run-result/deviation.ts';
import { OUTCOME_OF_VERDICT } from '../run-result/gate.ts';
import type { CaseResult, Exchange, Outcome, RequirementResult } from '../run-result/requirement-result.ts';
import type { GateOutcome, RunResult, Verdict } from '../run-result/run-result.ts';
import { selectionTerms } from '../run-result/selection-terms.ts';
import type { WaiverNote } from '../run-result/waivers/waiver.ts';
import { count } from '../run-result/words.ts';
import { COMMAND } from './command.ts';

/** Outcomes in the order in which each report shows them, the most urgent first. */
export const OUTCOMES = ['failed', 'warned', 'untestable', 'waived', 'passed', 'notApplicable'] as const;
export const BASES = ['documented', 'corrected', 'decided'] as const satisfies readonly Basis[];
export const LEVELS = ['MUST', 'SHOULD', 'MAY'] as const satisfies readonly Level[];

export const OUTCOME_LABEL: Readonly<Record<Outcome, string>> = {
  failed: 'Failed',
  warned: 'Warned',
  untestable: 'Untestable',
  waived: 'Waived',
  notApplicable: 'Not applicable',
  passed: 'Passed',
};

/** Symbol for each outcome, for readers who cannot see colours. */
export const OUTCOME_SIGN: Readonly<Record<Outcome, string>> = {
  failed: '✗',
  warned: '!',
  untestable: '?',
  waived: '~',
  passed: '✓',
  notApplicable: '–',
};

export const VERDICT_LABEL: Readonly<Record<Verdict, string>> = {
  conforming: 'Conforming',
  nonconforming: 'Nonconforming',
  incomplete: 'Incomplete',
};

export const LEVEL_MEANING: Readonly<Record<Level, string>> = {
  MUST: 'a violation makes the target nonconforming',
  SHOULD: 'a violation is a warning',
  MAY: 'never judged',
};

const BASIS_MEANING: Readonly<Record<Basis, string>> = {
  documented: 'specified by the interface',
  corrected: 'the interface contradicts itself; its field list decides',
  decided: 'defined by this contract',
};

const BASIS_FIX: Readonly<Record<Basis, string>> = {
  documented: 'specified by the interface: fix the service',
  corrected: 'the interface contradicts itself; its field list decides: fix the service',
  decided: 'defined by this contract: fix the service, or challenge the decision',
};

/** Meaning of the basis of a requirement, with the next step if the requirement failed. */
export function basisMeaning(basis: Basis, outcome: Outcome): string {
  return outcome === 'failed' || outcome === 'warned' ? BASIS_FIX[basis] : BASIS_MEANING[basis];
}

/** Numbers of cases and requests: `1795 cases, 2384 requests`. */
export function sentWords({ cases, requests }: Pick<RunResult, 'cases' | 'requests'>): string {
  return [...(cases ? [count(cases.run, 'case')] : []), count(requests, 'request')].join(', ');
}

/** Number of failed requirements of each basis, with the meaning of the basis; empty if no requirement failed. */
export function failuresByBasis(result: RunResult): readonly string[] {
  const failed = result.requirements.filter(({ outcome }) => outcome === 'failed');
  return BASES.map((basis) => [failed.filter((rule) => rule.basis === basis).length, basis] as const)
    .filter(([number]) => number > 0)
    .map(([number, basis]) => `${number} ${basis} (${BASIS_FIX[basis]})`);
}

/** Sentence about the selection of cases, which a report shows next to the verdict. */
function selectionSentence(selection: NonNullable<RunResult['selection']>): string {
  const { requirements, ofRequirements, cases, ofCases } = selection;
  return `Only a selection was judged: ${selectionTerms(selection)} (${requirements} of ${ofRequirements} requirements, ${cases} of ${ofCases} cases).`;
}

export const GATE_LABEL: Readonly<Record<GateOutcome, string>> = {
  passed: 'The gate passed',
  failed: 'The gate failed',
  incomplete: 'The gate is undecided',
};

/**
 * Verdict, and the outcome of the gate if it differs from the verdict: `Conforming, but the gate failed`. The result
 * of a single shard has no verdict.
 */
export function heading({ gate, verdict, shard, counts }: RunResult): string {
  if (shard) {
    const found = { conforming: 'no failures', incomplete: 'incomplete', nonconforming: `${counts.failed} failed` };
    return `Shard ${shard.index}/${shard.count}: ${found[verdict]}`;
  }
  if (!gate || gate.outcome === OUTCOME_OF_VERDICT[verdict]) return VERDICT_LABEL[verdict];
  return `${VERDICT_LABEL[verdict]}, but ${GATE_LABEL[gate.outcome].replace('The', 'the')}`;
}

/** Sentence about the outcome of the gate, with its reasons; empty if the gate follows from the verdict. */
export function gateSentence({ gate, verdict }: Pick<RunResult, 'gate' | 'verdict'>): string {
  if (!gate || (gate.reasons.length === 0 && gate.outcome === OUTCOME_OF_VERDICT[verdict])) return '';
  const reasons = gate.reasons.length > 0 ? `: ${gate.reasons.join(' ')}` : '.';
  return `${GATE_LABEL[gate.outcome]}${reasons}`;
}

/** True if the baseline contains the same failure of the requirement. */
export function isKnown({ sinceBaseline }: RequirementResult): boolean {
  return sinceBaseline === 'known';
}

/** Distinct sentences about the waivers of a requirement. */
export function waiverSentences({ cases }: Pick<RequirementResult, 'cases'>): readonly string[] {
  return [...new Set(cases.flatMap(({ waiver }) => (waiver ? [waiverSentence(waiver)] : [])))];
}

/** Sentence about a waiver: `Waived by Ada until 2026-12-31: fixed in 2.4.` */
export function waiverSentence({ reason, owner, expires }: WaiverNote): string {
  return `Waived by ${owner} until ${expires}: ${reason.trim().replace(/\.$/, '')}.`;
}

/** Names of the deviations of the cases that determine the outcome of the requirement. */
export function deviationNames(requirement: RequirementResult): readonly string[] {
  return [...new Set(findings(requirement).flatMap(({ deviation }) => deviation ?? []))];
}

/**
 * Maximum number of deviations that are listed with their case IDs; more deviations are listed with `any` in place of
 * the case IDs.
 */
const MAX_DEVIATIONS = 6;

/**
 * YAML line with the deviations of a requirement, which a user can copy into a waiver; undefined without deviations.
 */
export function deviationLine(names: readonly string[]): string | undefined {
  const many = names.length > MAX_DEVIATIONS;
  const [first, ...others] = many ? new Set(names.map(inAnyCase)) : names;
  if (first === undefined) return undefined;
  const value = others.length > 0 ? `[${[first, ...others].join(', ')}]` : first;
  return `deviation: ${value}${many ? `  # for ${names.length} deviations in single cases` : ''}`;
}

/** Sentence about the exploration of a run, which a report shows next to the verdict. */
export function explorationSentence({
  runs,
  seed,
}: Pick<NonNullable<RunResult['exploration']>, 'runs' | 'seed'>): string {
  return `Explored: --explore ${runs} --seed ${seed}.`;
}

/** Base URL of the target, with a note if the target is an embedded mock. */
export function targetName({ baseUrl, embedded }: RunResult['target']): string {
  return embedded ? `${baseUrl} (an embedded mock)` : baseUrl;
}

/** Sentence with the reason of the verdict. */
export function whyVerdict({ counts, requirements, stop, verdict }: RunResult): string {
  if (verdict === 'nonconforming') {
    const judged = requirements.length - counts.notApplicable;
    return `${counts.failed} of ${count(judged, 'requirement')} failed.`;
  }
  if (verdict === 'incomplete') {
    const open = requirements.filter(({ outcome, level }) => outcome === 'untestable' && level === 'MUST').length;
    const none = stop ? 'the run is incomplete' : 'no selected requirement could be tested';
    return `Nothing failed, but ${open === 0 ? none : `${count(open, 'MUST requirement')} could not be tested`}.`;
  }
  const warnings = counts.warned > 0 ? `, with ${count(counts.warned, 'warning')}` : '';
  const waived = counts.waived > 0 ? `, except for ${count(counts.waived, 'waived requirement')}` : '';
  return `All tested MUST requirements passed${waived}${warnings}.`;
}

/** Sentences about facts that limit the verdict, such as a selection or an early end. */
export function notes({ basis, selection, shard, exploration, stop }: RunResult): readonly string[] {
  return [
    ...(basis === 'documented' ? ['Decided requirements are reported, but do not affect the verdict.'] : []),
    ...(selection ? [selectionSentence(selection)] : []),
    ...(shard ? ['Combine the reports of all shards with `report merge`.'] : []),
    ...(exploration ? [explorationSentence(exploration)] : []),
    ...(stop ? [`The run ended early: ${stop.message}.`] : []),
  ];
}

/** All sentences that a report shows next to the verdict: its reason, its limits and the outcome of the gate. */
export function verdictSentence(result: RunResult): string {
  return [whyVerdict(result), ...notes(result), gateSentence(result)].filter((one) => one !== '').join(' ');
}

/** Name of the group of requirements that belong to no single operation. */
export const EVERYWHERE = 'Everywhere';

/** Requirements by operation; the group `Everywhere` comes first. */
export function byOperation(requirements: readonly RequirementResult[]): ReadonlyMap<string, RequirementResult[]> {
  const groups = new Map<string, RequirementResult[]>([[EVERYWHERE, []]]);
  for (const requirement of requirements) {
    const name = requirement.operationId ?? EVERYWHERE;
    groups.set(name, [...(groups.get(name) ?? []), requirement]);
  }
  if (groups.get(EVERYWHERE)?.length === 0) groups.delete(EVERYWHERE);
  return groups;
}

/** Properties of a case, or of a requirement without a case, that a report shows. */
export type ShownFinding = Pick<
  CaseResult,
  | 'title'
  | 'outcome'
  | 'message'
  | 'expected'
  | 'actual'
  | 'pointer'
  | 'exchanges'
  | 'curl'
  | 'replay'
  | 'deviation'
  | 'waiver'
>;

/**
 * Text that names the page and the command that explain a requirement, with code between backticks; undefined without a
 * page.
 */
export function moreAbout({ id, page }: Pick<RequirementResult, 'id' | 'page'>): string | undefined {
  if (page === undefined) return undefined;
  return `Examples and cases: \`${COMMAND} explain ${id}\`, or \`${page}\` in the project of the suite`;
}

/** URL of the page about a requirement; undefined if the documentation is not published. */
export function pageUrl({ page }: Pick<RequirementResult, 'page'>, { url }: RunResult['suite']): string | undefined {
  return page === undefined || url === undefined ? undefined : encodeURI(`${url.replace(/\/$/, '')}/${page}`);
}

/** Cases that determine the outcome of the requirement; the requirement itself if no case determines the outcome. */
export function findings(requirement: RequirementResult): readonly ShownFinding[] {
  const cases = requirement.cases.filter(({ outcome }) => outcome === requirement.outcome);
  return cases.length > 0 ? cases : [requirement];
}

/** Status with its reason phrase: `409 Conflict`. */
export function statusLine({ status }: Exchange['response']): string {
  return `${status} ${http.STATUS_CODES[status] ?? ''}`.trim();
}

/** Status of the response that shows the failure, with the request: `404 Not Found to POST /v1/orders`. */
export function responseLine({ exchanges }: Pick<CaseResult, 'exchanges'>): string | undefined {
  const last = exchanges.at(-1);
  if (!last) return undefined;
  const { request, response } = last;
  const path = request.url.replace(/^\w+:\/\/[^/]*/, '');
  return `${response.status === 0 ? 'none' : statusLine(response)} to ${request.method} ${path}`;
}

/** Duration with its unit: `840 ms`, `4.2 s`, `3 min 7 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Time for a reader: `2026-03-02 10:15:00 UTC`. */
export function timeText(iso: string): string {
  return iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
}
