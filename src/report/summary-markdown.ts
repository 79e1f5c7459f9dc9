import type { Outcome, RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { comparisonMarkdown } from './comparison-section.ts';
import { coverageMarkdown } from './coverage-section.ts';
import { inOrderOfReport } from './failures.ts';
import { leftoversMarkdown } from './leftovers.ts';
import { code, codeBlock, plain, prose, table } from './markdown.ts';
import { refereeMarkdown } from './referee-section.ts';
import { unansweredMarkdown } from './unanswered.ts';
import { visible } from './visible.ts';
import { waiversMarkdown } from './waivers-section.ts';
import {
  answered,
  BASES,
  basisMeaning,
  checks,
  deviationLine,
  deviationNames,
  duration,
  failuresByBasis,
  findings,
  isKnown,
  LEVELS,
  moreAbout,
  OUTCOME_LABEL,
  OUTCOMES,
  type ShownFinding,
  statusLine,
  targetName,
  heading as verdictHeading,
  verdictSentence,
  waiverSentences,
} from './wording.ts';

/** With the line that says what is left out; GitHub takes 65,536 characters of a pull request's comment. */
const MOST_CHARACTERS = 60_000;
const LONGEST_END = 200;
/** Of a requirement; what they have in common is told by the first ones. */
const MAX_CASES = 2;
const LONGEST_VALUE = 2_000;
const LONGEST_CURL = 8_000;

/** A part of the summary, shown as a whole or not at all. */
interface Block {
  readonly text: string;
  /** How many rules' cases it tells. */
  readonly rules: number;
}

function block(text: string, rules = 0): Block {
  return { text, rules };
}

function shortened(text: string): string {
  const rest = text.length - LONGEST_VALUE;
  return rest > 0 ? `${text.slice(0, LONGEST_VALUE).toWellFormed()} … (${rest} more characters)` : text;
}

function counts(result: RunResult): string {
  const outcomes = OUTCOMES.filter((outcome) => result.counts[outcome] > 0);
  const row = (label: string, rules: readonly RequirementResult[]) => [
    label,
    ...outcomes.map((outcome) => rules.filter((rule) => rule.outcome === outcome).length),
    rules.length,
  ];
  const rules = result.requirements;
  return table(
    ['Rules', ...outcomes.map((outcome) => OUTCOME_LABEL[outcome]), 'Total'],
    [
      ...BASES.map((basis) =>
        row(
          basis,
          rules.filter((rule) => rule.basis === basis),
        ),
      ),
      ...LEVELS.map((level) =>
        row(
          level,
          rules.filter((rule) => rule.level === level),
        ),
      ),
      row('**All**', rules).map((cell) => (typeof cell === 'number' ? `**${cell}**` : cell)),
    ],
  );
}

function value(label: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  const short = shortened(text);
  return [short.includes('\n') ? `${label}:\n\n${codeBlock(visible(short))}` : `${label}: ${code(short)}`];
}

function reference({ exchanges }: ShownFinding): string[] {
  const { response, unavailable } = exchanges.at(-1)?.reference ?? {};
  if (response === undefined) return unavailable === undefined ? [] : [prose(unavailable)];
  return [
    `The reference mock answers ${code(statusLine(response))}${response.body === '' ? '' : `: ${code(shortened(response.body))}`}`,
  ];
}

function findingBlocks(finding: ShownFinding, isCase: boolean): string[] {
  const { message, expected, actual, curl, replay } = finding;
  const blocks = [
    ...(isCase ? [`**${plain(shortened(finding.title))}**`] : []),
    ...(message === undefined ? [] : [prose(shortened(message))]),
    ...value('Expected', expected),
    ...value('Actual', actual),
    ...value('Answered', answered(finding)),
    ...reference(finding),
    ...(replay === undefined ? [] : [`Explore it again: ${code(replay)}`]),
  ];
  if (curl === undefined) return blocks;
  const tooLong = 'The command that repeats it is too long for a summary; it stands in `report.html`.';
  return [...blocks, curl.length > LONGEST_CURL ? tooLong : codeBlock(curl, 'sh')];
}

function heading({ id, title }: RequirementResult): string {
  return `### ${plain(`${id} ${title}`)}`;
}

function rule(requirement: RequirementResult): string {
  const { clause, level, basis, outcome, operationId } = requirement;
  const source = [
    ...(operationId === undefined ? [] : [code(operationId)]),
    level,
    ...(clause === undefined ? [] : [plain(clause)]),
    `${basis} (${basisMeaning(basis, outcome)})`,
  ];
  const why = requirement.reason === undefined ? [] : [`Why: ${prose(requirement.reason)}`];
  return [prose(requirement.text), ...why, source.join(' · ')].map((line) => `> ${line}`).join('\n>\n');
}

function full(requirement: RequirementResult): string {
  const all = findings(requirement);
  const blocks = all.slice(0, MAX_CASES).flatMap((finding) => findingBlocks(finding, finding !== requirement));
  const rest = all.length - MAX_CASES;
  const others = rest > 0 ? [`And ${rest} more, see ${code('report.html')}.`] : [];
  const more = moreAbout(requirement);
  const deviations = deviationLine(deviationNames(requirement));
  const named = deviations === undefined ? [] : [codeBlock(deviations, 'yaml')];
  return [
    heading(requirement),
    rule(requirement),
    ...blocks,
    ...others,
    ...named,
    ...(more === undefined ? [] : [`${prose(more)}.`]),
  ].join('\n\n');
}

function line(requirement: RequirementResult): string {
  const reason = requirement.message === undefined ? '' : `: ${prose(shortened(requirement.message))}`;
  const { id, title, level, basis } = requirement;
  const waivers = waiverSentences(requirement).map((sentence) => ` ${plain(sentence)}`);
  return `- **${plain(id)}** ${plain(title)} (${level}, ${basis})${reason}${waivers.join('')}`;
}

/** The blocks that fit, and a word about the others. */
function keepWithinLimit(blocks: readonly Block[]): string {
  let length = 0;
  const end = blocks.findIndex(({ text }) => {
    length += text.length + 2;
    return length > MOST_CHARACTERS - LONGEST_END;
  });
  const kept = end === -1 ? blocks : blocks.slice(0, end);
  const left = end === -1 ? [] : [theEnd(blocks.slice(end))];
  return `${[...kept.map(({ text }) => text), ...left].join('\n\n')}\n`;
}

function theEnd(left: readonly Block[]): string {
  const rules = left.reduce((sum, one) => sum + one.rules, 0);
  const what = rules === 0 ? 'What is left out stands' : `The cases of ${count(rules, 'more rule')} stand`;
  return `**The summary ends here, it would be too long.** ${what} in \`report.html\` and \`report.json\`.`;
}

/** The result as Markdown, for the summary of a CI job: the verdict first, then what has to be done. */
export function renderSummary(result: RunResult): string {
  const { contract, target, suite, requests } = result;
  const of = (outcome: Outcome) => inOrderOfReport(result.requirements, outcome);
  const failures = failuresByBasis(result);
  const head = (title: string, rules: readonly RequirementResult[]) =>
    rules.length === 0 ? [] : [block(`## ${title} (${rules.length})`)];
  const section = (title: string, rules: readonly RequirementResult[]) => [
    ...head(title, rules),
    ...rules.map((rule) => block(full(rule), 1)),
  ];
  const list = (title: string, rules: readonly RequirementResult[]) => [
    ...head(title, rules),
    ...(rules.length === 0 ? [] : [block(rules.map(line).join('\n'), rules.length)]),
  ];
  const failed = of('failed');
  const top = [
    `# ${verdictHeading(result)}: ${plain(`${contract.title} ${contract.version}`)}`,
    prose(verdictSentence(result)),
    ...(failures.length === 0 ? [] : [failures.map((failure) => `- ${failure}`).join('\n')]),
    ...unansweredMarkdown(result),
    `Target ${code(targetName(target))} · ${plain(result.startedAt)} · ${duration(result.durationMs)} · ` +
      `${checks(result)}, ${count(requests, 'request')} · ${plain(`${suite.name} ${suite.version}`)} · ` +
      `contract SHA-256 ${code(contract.sha256.slice(0, 12))}`,
    counts(result),
  ];
  const bottom = [
    ...comparisonMarkdown(result.against),
    ...refereeMarkdown(result.referee),
    ...waiversMarkdown(result),
    ...coverageMarkdown(result.coverage),
    ...leftoversMarkdown(result),
  ];
  return keepWithinLimit([
    ...top.map((text) => block(text)),
    ...section(
      'Failed',
      failed.filter((rule) => !isKnown(rule)),
    ),
    ...section('Failed, as in the baseline', failed.filter(isKnown)),
    ...section('Warnings', of('warned')),
    ...list('Untestable', of('untestable')),
    ...list('Waived', of('waived')),
    ...bottom.map((text) => block(text)),
  ]);
}
