import { type Disagreement, type DisagreementKind, type Referee, unexplained } from '../run-result/referee.ts';
import { count } from '../run-result/words.ts';
import { type Html, html } from './html/template.ts';
import { code, plain, table } from './markdown.ts';
import { shortened } from './shortened.ts';
import { visible } from './visible.ts';

const MEANING: Readonly<Record<DisagreementKind, string>> = {
  answerFaulted: 'it finds fault with the answer, the suite does not',
  answerPassed: 'the suite finds fault with the answer, it does not',
  requestFaulted: 'it finds fault with the request, the suite does not',
  requestPassed: 'the suite holds that the request is to be refused, it finds no fault',
  silent: 'it says nothing',
};

/** Differences that a terminal and a summary in Markdown show; report.json has all, each time. */
const MAX_ROWS = 10;

const LONGEST = 200;

/** `21 × Prism looks whether a key is there, not which`, the most frequent first. */
function explained({ disagreements }: Referee): [reason: string, number: number][] {
  const known = Map.groupBy(
    disagreements.flatMap(({ why }) => why ?? []),
    (why) => why,
  );
  return [...known].map(([why, all]): [string, number] => [why, all.length]).toSorted(([, a], [, b]) => b - a);
}

/** `Second opinion: Prism 5.16.0 saw 1097 exchanges and agrees …` */
function refereeLine(referee: Referee): string {
  const { name, version, exchanges, disagreements, unavailable } = referee;
  const open = unexplained(referee).length;
  const known = disagreements.length - open;
  const start = `Second opinion: ${name} ${version}`;
  if (exchanges === 0) return `${start} was not asked: ${unavailable ?? 'there is nothing to ask about'}.`;
  const said = `${start} saw ${count(exchanges, 'exchange')}, ${
    open === 0 ? 'and nothing new is between it and the suite' : `and differs from the suite in ${open}`
  }`;
  const rest = known === 0 ? '' : `; ${known} more are known to be differences of ${name}`;
  return `${said}${rest}.${unavailable === undefined ? '' : ` It was not asked to the end: ${unavailable}.`}`;
}

function line(text: string): string {
  return visible(shortened(text.replaceAll(/\s+/g, ' '), LONGEST));
}

/** The same difference over many exchanges. */
interface Group {
  readonly first: Disagreement;
  readonly number: number;
}

/** The disagreements that nobody has explained, the most frequent first: one mistake of a target shows in many. */
function grouped(referee: Referee): Group[] {
  const groups = Map.groupBy(unexplained(referee), ({ kind, operationId, status, detail }) =>
    JSON.stringify([kind, operationId, status, detail]),
  );
  return [...groups.values()]
    .flatMap(([first, ...others]) => (first ? [{ first, number: others.length + 1 }] : []))
    .toSorted((a, b) => b.number - a.number);
}

function difference({ first, number }: Group): string {
  return `${MEANING[first.kind]}${number > 1 ? ` (${number} times)` : ''}`;
}

/** For a terminal: the line, and the disagreements that nobody has explained. */
export function refereeText(referee: Referee | undefined): string[] {
  if (!referee) return [];
  const groups = grouped(referee);
  const more = groups.length - MAX_ROWS;
  return [
    refereeLine(referee),
    ...groups
      .slice(0, MAX_ROWS)
      .flatMap((group) => [
        `  ≠ ${line(group.first.request)} → ${group.first.status}`,
        `      ${difference(group)}: ${line(group.first.detail)}`,
      ]),
    ...(more > 0 ? [`  … and ${count(more, 'more difference')}: see report.json`] : []),
  ];
}

export function refereeMarkdown(referee: Referee | undefined): string[] {
  if (!referee) return [];
  const groups = grouped(referee);
  const rows = groups
    .slice(0, MAX_ROWS)
    .map((group) => [
      code(line(group.first.request)).replaceAll('|', '\\|'),
      group.first.status,
      `${plain(difference(group))}: ${plain(line(group.first.detail))}`,
    ]);
  const rest = groups.length - MAX_ROWS;
  const more = rest > 0 ? [`And ${count(rest, 'more difference')}, see ${code('report.json')}.`] : [];
  const known = explained(referee).map(([why, number]) => `- ${number} × ${plain(why)}`);
  return [
    '## Second opinion',
    plain(refereeLine(referee)),
    ...(rows.length > 0 ? [table(['Request', 'Answer', 'Difference'], rows)] : []),
    ...more,
    ...(known.length > 0 ? [`Known differences:\n\n${known.join('\n')}`] : []),
  ];
}

export function refereeHtml(referee: Referee | undefined): Html | undefined {
  if (!referee) return undefined;
  const rows = unexplained(referee).map(
    (one) =>
      html`<tr><td><code>${one.request}</code></td><td>${one.status}</td><td>${MEANING[one.kind]}: ${one.detail}</td><td>${one.case}</td></tr>\n`,
  );
  const known = explained(referee).map(([why, number]) => html`<li>${number} × ${why}</li>\n`);
  return html`<section class="group" aria-labelledby="page-referee">
<h2 id="page-referee">Second opinion</h2>
<p>${refereeLine(referee)}</p>
${
  rows.length === 0
    ? undefined
    : html`<details open><summary>Where they differ</summary>
<div class="wide" tabindex="0" role="group" aria-label="Differences"><table><thead><tr><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Difference</th><th scope="col">Case</th></tr></thead>
<tbody>${rows}</tbody></table></div></details>`
}
${known.length === 0 ? undefined : html`<details><summary>Known differences</summary><ul>${known}</ul></details>`}
</section>`;
}
