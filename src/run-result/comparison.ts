import { type Html, html } from '../report/html/template.ts';
import { leftoverSentence } from '../report/leftovers.ts';
import { code, plain, table } from '../report/markdown.ts';
import { visible } from '../report/visible.ts';
import { count, VERDICT_LABEL } from '../report/wording.ts';
import { deviationsOf, isBroken } from './deviation.ts';
import { type Change, diffReports } from './diff.ts';
import type { AnswerDifference } from './response-shapes.ts';
import type { Outcome, RequirementResult, RunResult } from './run-result.ts';

/** What one of two targets showed of a requirement. */
interface OneSide {
  readonly outcome: Outcome;
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Ways in which it does not hold that the other one does not show. */
  readonly ownDeviations: number;
}

/** A requirement of which two targets do not show the same. */
interface Difference extends Pick<RequirementResult, 'id' | 'title' | 'level' | 'basis'> {
  /** Where it does not hold; `both`: in different ways. */
  readonly broken: 'this' | 'other' | 'both' | 'neither';
  readonly this: OneSide;
  readonly other: OneSide;
}

/** How the target of a run differs from another one, that was judged by the same cases. */
export interface Comparison {
  readonly target: RunResult['target'];
  /** Absent where it could not be judged. */
  readonly verdict?: RunResult['verdict'];
  /** Why it could not be judged: one sentence. */
  readonly unavailable?: string;
  readonly differences: readonly Difference[];
  /** Requirements of which both show the same. */
  readonly same: number;
  /** Answers that differ where nothing is broken. */
  readonly answers: readonly AnswerDifference[];
  /** What the run left behind there, and where that is listed: a sentence. Absent where nothing lasts. */
  readonly leftBehind?: string;
}

const HEADING: Readonly<Record<Difference['broken'], string>> = {
  this: 'Broken here alone',
  both: 'Broken at both, in different ways',
  other: 'Broken at the other alone',
  neither: 'Not decided alike',
};

const ORDER = Object.keys(HEADING) as Difference['broken'][];

/** Rows that a terminal and a summary in Markdown show; report.json has all. */
const MAX_ROWS = 5;
const MAX_MEMBERS = 6;

/** Compares two runs of the same cases, at two targets. */
export function compareTargets(own: RunResult, other: RunResult, answers: readonly AnswerDifference[]): Comparison {
  const { changes, unchanged } = diffReports(other, own);
  const differences = changes.map((change) => differenceOf(change, own, other));
  // An embedded mock is gone with all that it holds.
  const leftBehind = other.target.embedded ? '' : leftoverSentence(other, 'against/report.json');
  return {
    target: other.target,
    verdict: other.verdict,
    ...(other.stop && { unavailable: other.stop.message }),
    differences: ORDER.flatMap((broken) => differences.filter((difference) => difference.broken === broken)),
    same: unchanged,
    answers,
    ...(leftBehind !== '' && { leftBehind }),
  };
}

function differenceOf({ id, title, level, basis }: Change, own: RunResult, other: RunResult): Difference {
  const sides = { this: sideOf(id, own, other), other: sideOf(id, other, own) };
  const [here, there] = [isBroken(sides.this), isBroken(sides.other)];
  const broken = here && there ? 'both' : here ? 'this' : there ? 'other' : 'neither';
  return { id, title, level, basis, broken, ...sides };
}

function sideOf(id: string, result: RunResult, opposite: RunResult): OneSide {
  const find = ({ requirements }: RunResult) => requirements.find((requirement) => requirement.id === id);
  const [requirement, same] = [find(result), find(opposite)];
  if (!requirement) return { outcome: 'notApplicable', ownDeviations: 0 };
  const { outcome, message, expected, actual } = requirement;
  const known = same ? deviationsOf(same, opposite) : new Set<string>();
  return {
    outcome,
    ...(message !== undefined && { message }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ownDeviations: deviationsOf(requirement, result).difference(known).size,
  };
}

function nameOf({ baseUrl, embedded }: RunResult['target']): string {
  return embedded ? 'the mock' : baseUrl;
}

/** `Against the mock: 2 of 65 requirements differ …` */
function comparisonLine({ target, verdict, unavailable, differences, same, answers }: Comparison): string {
  const start = `Against ${nameOf(target)}`;
  if (verdict === undefined) return `${start}: it was not judged, ${unavailable ?? 'for no known reason'}.`;
  const label = VERDICT_LABEL[verdict].toLowerCase();
  const stopped = unavailable === undefined ? '' : ` Its run ended early: ${unavailable}.`;
  const all = count(differences.length + same, 'requirement');
  const differing =
    differences.length === 0 ? `both show the same of ${all}` : `${differences.length} of ${all} differ`;
  const more =
    answers.length === 0 ? '' : `; ${count(answers.length, 'difference')} between answers that both may give`;
  return `${start} (${label}): ${differing}${more}.${stopped}`;
}

/** `failed: D42 …` */
function told({ outcome, message }: OneSide): string {
  return visible(message === undefined ? outcome : `${outcome}: ${message}`).replaceAll(/\s+/g, ' ');
}

/** `400, 404 application/problem+json with /traceId: string` */
function answered({ statuses, mediaType, members }: AnswerDifference['this']): string {
  const shown = members.slice(0, MAX_MEMBERS).join(', ');
  const more = members.length > MAX_MEMBERS ? ` and ${members.length - MAX_MEMBERS} more` : '';
  return visible(`${statuses.join(', ')}${mediaType && ` ${mediaType}`}${shown && ` with ${shown}`}${more}`);
}

function whereOf({ operationIds, answers }: AnswerDifference): string {
  const where = operationIds.length > 2 ? count(operationIds.length, 'operation') : operationIds.join(', ');
  return `${where || 'several operations'} (${count(answers, 'answer')})`;
}

/** For a terminal. */
export function comparisonText(comparison: Comparison | undefined): string[] {
  if (!comparison) return [];
  const { differences, answers } = comparison;
  const rows = differences.flatMap((difference) => [
    `  ≠ ${difference.id} ${visible(difference.title)} (${difference.level}, ${difference.basis}): ${HEADING[difference.broken].toLowerCase()}`,
    `      this   ${told(difference.this)}`,
    `      other  ${told(difference.other)}`,
  ]);
  const shapes = answers
    .slice(0, MAX_ROWS)
    .flatMap((one) => [
      `  ~ ${whereOf(one)}`,
      `      this   ${answered(one.this)}`,
      `      other  ${answered(one.other)}`,
    ]);
  const more = answers.length - MAX_ROWS;
  return [
    comparisonLine(comparison),
    ...rows,
    ...shapes,
    ...(more > 0 ? [`  … and ${more} more: see report.json`] : []),
  ];
}

export function comparisonMarkdown(comparison: Comparison | undefined): string[] {
  if (!comparison) return [];
  const { differences, answers, leftBehind } = comparison;
  const cell = (text: string) => plain(text);
  const groups = ORDER.flatMap((broken) => {
    const rows = differences.filter((difference) => difference.broken === broken);
    const lines = rows.map((one) => [cell(`${one.id} ${one.title}`), cell(told(one.this)), cell(told(one.other))]);
    return rows.length === 0
      ? []
      : [`### ${HEADING[broken]} (${rows.length})`, table(['Rule', 'This', 'Other'], lines)];
  });
  const shapes = answers
    .slice(0, MAX_ROWS)
    .map((one) => [cell(whereOf(one)), cell(answered(one.this)), cell(answered(one.other))]);
  const more = answers.length > MAX_ROWS ? [`And ${answers.length - MAX_ROWS} more, see ${code('report.json')}.`] : [];
  return [
    '## Against another target',
    plain(comparisonLine(comparison)),
    ...groups,
    ...(shapes.length === 0
      ? []
      : [`### Answers that both may give (${answers.length})`, table(['Operation', 'This', 'Other'], shapes)]),
    ...more,
    ...(leftBehind === undefined ? [] : [plain(`Left behind there: ${leftBehind}`)]),
  ];
}

export function comparisonHtml(comparison: Comparison | undefined): Html | undefined {
  if (!comparison) return undefined;
  const { differences, answers, leftBehind } = comparison;
  const rows = differences.map(
    (one) =>
      html`<tr><th scope="row"><a href="#${one.id}">${one.id}</a> ${one.title}</th><td>${HEADING[one.broken]}</td><td>${told(one.this)}</td><td>${told(one.other)}</td></tr>\n`,
  );
  const shapes = answers.map(
    (one) =>
      html`<tr><th scope="row">${whereOf(one)}</th><td>${answered(one.this)}</td><td>${answered(one.other)}</td><td>${one.case}</td></tr>\n`,
  );
  return html`<section class="group" aria-labelledby="page-against">
<h2 id="page-against">Against another target</h2>
<p>${comparisonLine(comparison)}</p>
${leftBehind === undefined ? undefined : html`<p>Left behind there: ${leftBehind}</p>`}
${
  rows.length === 0
    ? undefined
    : html`<div class="wide" tabindex="0" role="group" aria-label="Differences"><table><thead><tr><th scope="col">Rule</th><th scope="col">Broken</th><th scope="col">This</th><th scope="col">Other</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
}
${
  shapes.length === 0
    ? undefined
    : html`<details><summary>Answers that both may give</summary>
<div class="wide" tabindex="0" role="group" aria-label="Differences"><table><thead><tr><th scope="col">Operation</th><th scope="col">This</th><th scope="col">Other</th><th scope="col">Case</th></tr></thead>
<tbody>${shapes}</tbody></table></div></details>`
}
</section>`;
}
