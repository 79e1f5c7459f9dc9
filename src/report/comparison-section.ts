import type { AnswerDifference } from '../run-result/response-shapes.ts';
import type { Comparison, Difference, OneSide, Target } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { type Html, html } from './html/template.ts';
import { code, plain, table } from './markdown.ts';
import { visible } from './visible.ts';
import { VERDICT_LABEL } from './wording.ts';

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

function nameOf({ baseUrl, embedded }: Target): string {
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
