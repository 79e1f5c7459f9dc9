import type { RunResult } from '../run-result/run-result.ts';
import type { WaiverResult, WaiverState } from '../run-result/waiver.ts';
import { type Html, html, prose as proseHtml } from './html/template.ts';
import { code, plain, prose, table } from './markdown.ts';

const STATE: Readonly<Record<WaiverState, string>> = {
  used: 'in force',
  unused: 'not judged in this run',
  expired: 'expired',
  unknown: 'unknown requirement',
  duplicated: 'duplicated',
  unneeded: 'no longer needed',
};

/** Those to look at first. */
function entriesOf({ waivers }: Pick<RunResult, 'waivers'>): readonly WaiverResult[] {
  const entries = waivers?.entries ?? [];
  return [
    ...entries.filter(({ message }) => message !== undefined),
    ...entries.filter(({ message }) => message === undefined),
  ];
}

export function waiversHtml(result: Pick<RunResult, 'waivers'>): Html | undefined {
  const entries = entriesOf(result);
  if (entries.length === 0) return undefined;
  const rows = entries.map(
    ({ requirement, deviations, state, message, owner, expires, reason }) =>
      html`<tr><th scope="row"><a href="#${encodeURIComponent(requirement.toWellFormed())}">${requirement}</a></th><td>${deviations.map((name) => html`<code>${name}</code> `)}</td><td>${
        message === undefined ? STATE[state] : html`<b>${STATE[state]}</b>: ${proseHtml(message)}`
      }</td><td>${reason}</td><td>${owner}</td><td>${expires}</td></tr>\n`,
  );
  return html`<section class="group" aria-labelledby="page-waivers">
<h2 id="page-waivers">Waivers <span class="dim">${entries.length}</span></h2>
<div class="wide" tabindex="0" role="group" aria-label="Waivers"><table><thead><tr><th scope="col">Rule</th>${['Deviation', 'State', 'Reason', 'Owner', 'Expires'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>
</section>`;
}

export function waiversMarkdown(result: Pick<RunResult, 'waivers'>): string[] {
  const entries = entriesOf(result);
  if (entries.length === 0) return [];
  const rows = entries.map(({ requirement, deviations, state, message, owner, expires, reason }) => [
    plain(requirement),
    deviations.map(code).join(' '),
    message === undefined ? STATE[state] : `**${STATE[state]}**: ${prose(message)}`,
    plain(reason),
    plain(owner),
    expires,
  ]);
  return [`## Waivers (${entries.length})`, table(['Rule', 'Deviation', 'State', 'Reason', 'Owner', 'Expires'], rows)];
}
