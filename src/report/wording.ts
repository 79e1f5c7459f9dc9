import { STATUS_CODES } from 'node:http';
import type { Basis } from '../contract/document/rule.ts';
import type { Level } from '../contract/requirement.ts';
import { inAnyCase } from '../run-result/deviation.ts';
import { OUTCOME_OF_VERDICT } from '../run-result/gate.ts';
import type { CaseResult, Exchange, Outcome, RequirementResult } from '../run-result/requirement-result.ts';
import type { GateOutcome, RunResult, Verdict } from '../run-result/run-result.ts';
import type { WaiverNote } from '../run-result/waivers/waiver.ts';
import { count } from '../run-result/words.ts';
import { COMMAND } from './command.ts';

/** Most urgent first: the order of every report. */
export const OUTCOMES = ['failed', 'warned', 'untestable', 'waived', 'notApplicable', 'passed'] as const;
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

const BASIS_SAYS: Readonly<Record<Basis, string>> = {
  documented: 'the interface says it',
  corrected: 'the interface contradicts itself; its field list wins',
  decided: 'the contract decided',
};

const BASIS_MEANING: Readonly<Record<Basis, string>> = {
  documented: 'the interface says it: a bug in the service',
  corrected: 'the interface contradicts itself; its field list wins',
  decided: 'the contract decided: settle it once',
};

/** What the basis of a rule means, and, for a rule that does not hold, whose move it is. */
export function basisMeaning(basis: Basis, outcome: Outcome): string {
  return outcome === 'failed' || outcome === 'warned' ? BASIS_MEANING[basis] : BASIS_SAYS[basis];
}

/** How much was judged: a check is one case's say on one rule. */
export function checks({ caseCounts }: Pick<RunResult, 'caseCounts'>): string {
  const number = Object.values(caseCounts).reduce((sum, one) => sum + one, 0);
  return count(number, 'check');
}

/** How many rules of each basis do not hold, and what that means: empty where none failed. */
export function failuresByBasis(result: RunResult): readonly string[] {
  const failed = result.requirements.filter(({ outcome }) => outcome === 'failed');
  return BASES.map((basis) => [failed.filter((rule) => rule.basis === basis).length, basis] as const)
    .filter(([number]) => number > 0)
    .map(([number, basis]) => `${number} ${basis} (${BASIS_MEANING[basis]})`);
}

/** What a narrowed run says wherever it says its verdict. */
function selectionSentence(selection: NonNullable<RunResult['selection']>): string {
  const { only, skip, requirements, ofRequirements, cases, ofCases } = selection;
  const terms = [...only.map((text) => `--only ${text}`), ...skip.map((text) => `--skip ${text}`)].join(' ');
  return `Only a selection was judged: ${terms} (${requirements} of ${ofRequirements} rules, ${cases} of ${ofCases} cases).`;
}

export const GATE_LABEL: Readonly<Record<GateOutcome, string>> = {
  passed: 'The gate passed',
  failed: 'The gate failed',
  incomplete: 'The gate is open',
};

/** The verdict, and the gate where the two differ: `Conforming, but the gate failed`. */
export function heading({ gate, verdict }: Pick<RunResult, 'gate' | 'verdict'>): string {
  if (!gate || gate.outcome === OUTCOME_OF_VERDICT[verdict]) return VERDICT_LABEL[verdict];
  return `${VERDICT_LABEL[verdict]}, but ${GATE_LABEL[gate.outcome].replace('The', 'the')}`;
}

/** What a run says wherever it says its verdict, if that is not all that decides; else empty. */
export function gateSentence({ gate, verdict }: Pick<RunResult, 'gate' | 'verdict'>): string {
  if (!gate || (gate.reasons.length === 0 && gate.outcome === OUTCOME_OF_VERDICT[verdict])) return '';
  const reasons = gate.reasons.length > 0 ? `: ${gate.reasons.join(' ')}` : '.';
  return `${GATE_LABEL[gate.outcome]}${reasons}`;
}

/** True if the requirement came to what it came to in the baseline. */
export function isKnown({ sinceBaseline }: RequirementResult): boolean {
  return sinceBaseline === 'known';
}

/** Who answers for what does not hold, until when, and why; each once. */
export function waiverSentences({ cases }: Pick<RequirementResult, 'cases'>): readonly string[] {
  return [...new Set(cases.flatMap(({ waiver }) => (waiver ? [waiverSentence(waiver)] : [])))];
}

/** `Waived by Ada until 2026-12-31: it is mended in 2.4.` */
export function waiverSentence({ reason, owner, expires }: WaiverNote): string {
  return `Waived by ${owner} until ${expires}: ${reason.trim().replace(/\.$/, '')}.`;
}

/** The names of the ways in which the requirement came to its outcome. */
export function deviationNames(requirement: RequirementResult): readonly string[] {
  return [...new Set(findings(requirement).flatMap(({ deviation }) => deviation ?? []))];
}

/** Names of deviations beyond which they are told without their cases. */
const MAX_DEVIATIONS = 6;

/** The names as a waiver has them, to be copied; undefined where there are none. */
export function deviationLine(names: readonly string[]): string | undefined {
  const many = names.length > MAX_DEVIATIONS;
  const [first, ...others] = many ? new Set(names.map(inAnyCase)) : names;
  if (first === undefined) return undefined;
  const value = others.length > 0 ? `[${[first, ...others].join(', ')}]` : first;
  return `deviation: ${value}${many ? `  # ${names.length} in their cases` : ''}`;
}

/** What a run that explored says beside its verdict. */
export function explorationSentence({
  runs,
  seed,
}: Pick<NonNullable<RunResult['exploration']>, 'runs' | 'seed'>): string {
  return `Explored: --explore ${runs} --seed ${seed}.`;
}

/** Where what was judged is, and whether it was started for that. */
export function targetName({ baseUrl, embedded }: RunResult['target']): string {
  return embedded ? `${baseUrl} (an embedded mock)` : baseUrl;
}

/** Why the verdict is what it is. */
export function whyVerdict({ counts, requirements, stop, verdict }: RunResult): string {
  if (verdict === 'nonconforming') {
    return `${count(counts.failed, 'requirement')} failed.`;
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

/** Sentences about what limits the verdict. */
export function notes({ basis, selection, shard, exploration, stop }: RunResult): readonly string[] {
  return [
    ...(basis === 'documented' ? ['Decided requirements are reported, but do not affect the verdict.'] : []),
    ...(selection ? [selectionSentence(selection)] : []),
    ...(shard ? [`Shard ${shard.index} of ${shard.count}. Combine the reports with \`report merge\`.`] : []),
    ...(exploration ? [explorationSentence(exploration)] : []),
    ...(stop ? [`The run ended early: ${stop.message}.`] : []),
  ];
}

/** All that a report says with its verdict. */
export function verdictSentence(result: RunResult): string {
  return [whyVerdict(result), ...notes(result), gateSentence(result)].filter((one) => one !== '').join(' ');
}

/** The group of the rules that belong to no single operation. */
export const EVERYWHERE = 'Everywhere';

/** Requirements by operation, those of every operation first. */
export function byOperation(requirements: readonly RequirementResult[]): ReadonlyMap<string, RequirementResult[]> {
  const groups = new Map<string, RequirementResult[]>([[EVERYWHERE, []]]);
  for (const requirement of requirements) {
    const name = requirement.operationId ?? EVERYWHERE;
    groups.set(name, [...(groups.get(name) ?? []), requirement]);
  }
  if (groups.get(EVERYWHERE)?.length === 0) groups.delete(EVERYWHERE);
  return groups;
}

/** What a report shows of a case, or of a requirement that has none. */
export type ShownFinding = Pick<
  CaseResult,
  'title' | 'outcome' | 'message' | 'expected' | 'actual' | 'exchanges' | 'curl' | 'replay' | 'deviation' | 'waiver'
>;

/** Where more is said of a rule; code between backticks. */
export function moreAbout({ id, page }: Pick<RequirementResult, 'id' | 'page'>): string | undefined {
  if (page === undefined) return undefined;
  return `How it is checked, and what passes: \`${COMMAND} explain ${id}\`, or \`${page}\` in its project`;
}

/** The cases that made the requirement's outcome; the requirement itself where it has no such case. */
export function findings(requirement: RequirementResult): readonly ShownFinding[] {
  const cases = requirement.cases.filter(({ outcome }) => outcome === requirement.outcome);
  return cases.length > 0 ? cases : [requirement];
}

/** `409 Conflict` */
export function statusLine({ status }: Exchange['response']): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

/** What came of the request that shows the fault: `404 Not Found to POST /v1/orders`. */
export function answered({ exchanges }: Pick<CaseResult, 'exchanges'>): string | undefined {
  const last = exchanges.at(-1);
  if (!last) return undefined;
  const { request, response } = last;
  const path = request.url.replace(/^\w+:\/\/[^/]*/, '');
  return `${response.status === 0 ? 'nothing' : statusLine(response)} to ${request.method} ${path}`;
}

/** The response of the reference mock to the same request: `422 Unprocessable Entity: {…}`. */
export function referenceAnswer({ exchanges }: Pick<CaseResult, 'exchanges'>): string | undefined {
  const response = exchanges.at(-1)?.reference?.response;
  return response && `${statusLine(response)}${response.body && `: ${response.body}`}`;
}

/** `840 ms`, `4.2 s`, `3 min 7 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
