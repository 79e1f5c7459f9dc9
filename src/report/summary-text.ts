import { createColors } from 'picocolors';
import { leftoverSentence } from '../run-result/leftovers.ts';
import { mapStrings } from '../run-result/map-strings.ts';
import type { RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { COMMAND } from './command.ts';
import { comparisonText } from './comparison-section.ts';
import { coverageLine } from './coverage-section.ts';
import { inOrderOfReport, nextStep, tellingCases } from './failures.ts';
import { refereeText } from './referee-section.ts';
import { shortened } from './shortened.ts';
import { unansweredText } from './unanswered.ts';
import { asLines, visible } from './visible.ts';
import {
  answered,
  checks,
  deviationLine,
  deviationNames,
  explorationSentence,
  GATE_LABEL,
  gateSentence,
  selectionSentence,
  shardSentence,
  statusLine,
  targetName,
  waiverSentences,
} from './wording.ts';

/** Of the mock's answer, in characters. */
const LONGEST_ANSWER = 400;

/** Failures that a terminal shows as a whole. */
const MAX_SHOWN = 8;

/** In characters. What is longer fills the screen, and stands in `report.html`. */
const LONGEST_CURL = 2_000;
const LONGEST_DEVIATIONS = 400;

type Colors = ReturnType<typeof createColors>;

const VERDICTS = {
  conforming: 'CONFORMING',
  nonconforming: 'NONCONFORMING',
  incomplete: 'INCOMPLETE',
} as const;

/** From the path of a page in the project, the one from the current folder. */
type PageOf = (page: string) => string;

/**
 * The end of a run for a terminal: the verdict, the counts, then each failure with what it takes to see it again.
 *
 * @param options.pageOf absent where the current folder is the project
 */
export function renderText(given: RunResult, options: { color: boolean; pageOf?: PageOf }): string {
  // Before any color: what a target says must not steer the terminal.
  const result = mapStrings(given, visible);
  const colors = createColors(options.color);
  const paint = { conforming: colors.green, nonconforming: colors.red, incomplete: colors.yellow }[result.verdict];
  const failures = inOrderOfReport(result.requirements, 'failed');
  const failed = failures.filter(({ sinceBaseline }) => sinceBaseline !== 'known');
  const known = failures.filter(({ sinceBaseline }) => sinceBaseline === 'known');
  const warned = inOrderOfReport(result.requirements, 'warned');
  const untestable = result.requirements.filter(({ outcome }) => outcome === 'untestable');
  const isUndecided = result.verdict === 'incomplete' && !result.stop && untestable.length === 0;
  const left = leftoverSentence(result);
  const { leftBehind } = result.against ?? {};
  const { pageOf = (page) => page } = options;
  const next = nextStep(failed, result);
  const lines = [
    `${colors.bold(paint(VERDICTS[result.verdict]))}  ${targetName(result.target)}  ${colors.dim(facts(result))}`,
    ...(result.shard ? [colors.yellow(shardSentence(result.shard))] : []),
    ...(result.selection ? [colors.yellow(selectionSentence(result.selection))] : []),
    ...(result.stop ? [colors.yellow(`Stopped early: ${result.stop.message}.`)] : []),
    ...(isUndecided ? [colors.yellow('Nothing of what was to be judged could be tested.')] : []),
    ...unansweredText(result),
    ...(result.gate && gateSentence(result) !== '' ? gateLines(result.gate, colors) : []),
    '',
    ...counts(result),
    ...failed.slice(0, MAX_SHOWN).flatMap((row) => ['', ...failure(row, colors, pageOf)]),
    ...lined(failed.slice(MAX_SHOWN).map((row) => firstLine(row, colors))),
    ...list('Failed, as in the baseline', known, colors),
    ...list('Warnings', warned, colors),
    ...untestableList(untestable, result.stop?.message, colors),
    ...lined(comparisonText(result.against)),
    ...lined(refereeText(result.referee)),
    ...waivedList(result, colors),
    ...(result.exploration ? ['', colors.dim(explorationSentence(result.exploration))] : []),
    ...(result.coverage ? ['', colors.dim(coverageLine(result.coverage))] : []),
    ...(left === '' ? [] : ['', colors.dim(`Left behind: ${left}`)]),
    ...(leftBehind === undefined ? [] : ['', colors.dim(`Left behind at the other target: ${leftBehind}`)]),
    ...(next === undefined ? [] : ['', colors.bold(next)]),
  ];
  return asLines(lines);
}

/** The block, and a line before it. */
function lined(block: readonly string[]): string[] {
  return block.length === 0 ? [] : ['', ...block];
}

function facts(result: RunResult): string {
  const { requests, durationMs, contract } = result;
  return `${checks(result)}, ${count(requests, 'request')}, ${(durationMs / 1000).toFixed(1)} s, contract ${contract.version}`;
}

/** One row a basis and level. */
function counts({ requirements }: RunResult): string[] {
  const groups = Map.groupBy(
    requirements.filter(({ outcome }) => outcome !== 'notApplicable'),
    ({ basis, level }) => `${basis.padEnd(10)} ${level}`,
  );
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, rows]) => {
      const outcomes = Map.groupBy(rows, ({ outcome }) => outcome);
      const shown = [...outcomes].map(([outcome, ofOutcome]) => `${ofOutcome.length} ${outcome}`);
      return `  ${name.padEnd(18)} ${shown.join(', ')}`;
    });
}

function firstLine(row: RequirementResult, colors: Colors): string {
  const cases = tellingCases(row);
  return `${colors.red('✗')} ${colors.bold(row.message ?? row.title)}${cases > 1 ? colors.dim(` (${cases} cases)`) : ''}`;
}

function failure(row: RequirementResult, colors: Colors, pageOf: PageOf): string[] {
  const shown = row.cases.find(({ outcome }) => outcome === row.outcome);
  return [
    firstLine(row, colors),
    `    ${colors.dim(row.text)}`,
    ...(row.reason === undefined ? [] : [`    ${colors.dim(`Why: ${row.reason}`)}`]),
    ...(shown ? [`    case     ${shown.title}`] : []),
    `    expected ${row.expected ?? ''}`,
    `    actual   ${row.actual ?? ''}`,
    ...answer(row),
    ...reference(row),
    ...deviation(row, colors),
    ...command(row, colors),
    ...(row.replay ? [`    ${colors.cyan(row.replay)}`] : []),
    ...(row.page === undefined ? [] : [`    ${colors.dim(`${COMMAND} explain ${row.id}, or ${pageOf(row.page)}`)}`]),
  ];
}

/** What a waiver of the failure would name. */
function deviation(row: RequirementResult, colors: Colors): string[] {
  const names = deviationNames(row);
  const line = deviationLine(names);
  if (line === undefined) return [];
  const shown = line.length > LONGEST_DEVIATIONS ? `${names.length} deviations, to be copied from report.html` : line;
  return [`    ${colors.dim(shown)}`];
}

function command({ curl }: RequirementResult, colors: Colors): string[] {
  if (curl === undefined) return [];
  const isPlain = curl.length <= LONGEST_CURL && !curl.includes('\n');
  return [
    `    ${isPlain ? colors.cyan(curl) : colors.dim('the curl command is too long for here: report.html has it')}`,
  ];
}

function gateLines(gate: NonNullable<RunResult['gate']>, colors: Colors): string[] {
  const paint = { passed: colors.green, failed: colors.red, incomplete: colors.yellow }[gate.outcome];
  const reasons = gate.reasons.map((reason) => `  ${reason}`);
  return [paint(`${GATE_LABEL[gate.outcome]}${reasons.length > 0 ? ':' : '.'}`), ...reasons];
}

function waivedList({ requirements }: RunResult, colors: Colors): string[] {
  const rows = requirements.filter(({ cases }) => cases.some(({ waiver }) => waiver));
  if (rows.length === 0) return [];
  const lines = rows.map((row) => {
    const message = row.cases.find(({ waiver }) => waiver)?.message ?? `${row.id} ${row.title}`;
    return [`  ${message}`, ...waiverSentences(row).map((sentence) => `    ${sentence}`)];
  });
  return ['', colors.yellow('Waived'), ...lines.flat()];
}

function answer(row: RequirementResult): string[] {
  const told = answered(row);
  return told === undefined ? [] : [`    answered ${shortened(told, LONGEST_ANSWER)}`];
}

function reference({ exchanges }: RequirementResult): string[] {
  const response = exchanges.at(-1)?.reference?.response;
  if (response === undefined) return [];
  // A key takes more room than all that is about it.
  const body = response.body.replaceAll(/\s+/g, ' ').replaceAll(/"((?:[^"\\]|\\.){40})(?:[^"\\]|\\.)+"/g, '"$1…"');
  const shown = shortened(body, LONGEST_ANSWER);
  return [`    the mock ${statusLine(response)}${shown && `: ${shown}`}`];
}

/** Many rules lack the same thing: each reason once, the one that most rules have first. */
function untestableList(rows: readonly RequirementResult[], stopped: string | undefined, colors: Colors): string[] {
  if (rows.length === 0) return [];
  const reasons = Map.groupBy(rows, ({ id, title, message }) => {
    const reason = (message ?? `${id}: ${title}`).replace(/^\S+(?: \([^)]*\))?: /, '');
    return reason === `${stopped}.` ? 'the run ended before that.' : reason;
  });
  const lines = [...reasons]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, those]) => `  ${those.map(({ id }) => id).join(', ')}: ${reason}`);
  return ['', colors.yellow('Untestable'), ...lines];
}

function list(title: string, rows: readonly RequirementResult[], colors: Colors): string[] {
  if (rows.length === 0) return [];
  return ['', colors.yellow(title), ...rows.map(({ message, title: name, id }) => `  ${message ?? `${id} ${name}`}`)];
}
