import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Outcome } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { withinPage } from '../page-space.ts';
import { blocksOf } from '../report.ts';
import { BASES, byOperation, heading, LEVELS, OUTCOME_LABEL, OUTCOME_SIGN, OUTCOMES, targetName } from '../wording.ts';
import { writeHtml } from './html.ts';
import { type Html, html, raw } from './html-template.ts';
import { SCRIPT } from './page-script.ts';

export const STYLE = readFileSync(new URL('./page.css', import.meta.url), 'utf8');

/**
 * Outcomes that need the attention of the reader. If any requirement needs attention, the page first shows only
 * requirements that need attention.
 */
const OPEN: ReadonlySet<Outcome> = new Set(['failed', 'warned', 'untestable']);

function source(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Content security policy of the page: the page loads no other file and runs only its own script, even if a response
 * of the target contains markup.
 */
const POLICY = [
  "default-src 'none'",
  `style-src ${source(STYLE)}`,
  `script-src ${source(SCRIPT)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function choices(
  legend: string,
  name: string,
  options: readonly { value: string; label: string; number: number; checked: boolean }[],
): Html {
  return html`<fieldset><legend>${legend}</legend>${options
    .filter(({ number }) => number > 0)
    .map(
      ({ value, label, number, checked }) =>
        html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${checked ? html` checked` : undefined}>
<span class="choice-label ${value}">${label}</span> <span class="number">${number}</span></label>`,
    )}</fieldset>`;
}

function filters(result: RunResult): Html {
  const rules = result.requirements;
  const hasOpen = rules.some(({ outcome }) => OPEN.has(outcome));
  const number = (name: 'basis' | 'level', value: string) => rules.filter((rule) => rule[name] === value).length;
  return html`<form class="filters" id="page-filters" role="search" aria-label="Requirements" hidden>
<details open><summary>Filter</summary>
<label class="field">Search <input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="auth, label, 201 …"></label>
${choices(
  'Outcome',
  'outcome',
  OUTCOMES.map((outcome) => ({
    value: outcome,
    label: OUTCOME_LABEL[outcome],
    number: result.counts[outcome],
    checked: hasOpen ? OPEN.has(outcome) : outcome !== 'notApplicable',
  })),
)}
<label class="field">Operation <select name="operation"><option value="">All</option>${[...byOperation(rules).keys()].map((name) => html`<option>${name}</option>`)}</select></label>
<details class="more"><summary>Basis and level</summary>
${choices(
  'Basis',
  'basis',
  BASES.map((basis) => ({ value: basis, label: basis, number: number('basis', basis), checked: true })),
)}
${choices(
  'Level',
  'level',
  LEVELS.map((level) => ({ value: level, label: level, number: number('level', level), checked: true })),
)}
</details>
<p class="buttons"><button type="button" data-action="all">Show all</button> <button type="reset">Reset</button></p>
</details>
</form>`;
}

/**
 * Navigation with the requirements by operation, and with the number of requirements of each operation that need
 * attention.
 */
function tree({ requirements }: RunResult): Html {
  return html`<nav class="tree" aria-label="Requirements by operation"><details open><summary>Requirements</summary>${[
    ...byOperation(requirements),
  ].map(([operation, rules]) => {
    const open = rules.filter(({ outcome }) => OPEN.has(outcome)).length;
    return html`<details${open > 0 ? html` open` : undefined}><summary>${operation} <span class="number">${open > 0 ? `${open} of ${rules.length}` : rules.length}</span></summary><ul>${rules.map(
      ({ id, title, outcome }) =>
        html`<li><a href="#${encodeURIComponent(id.toWellFormed())}" class="${outcome}"><span class="sign" role="img" aria-label="${OUTCOME_LABEL[outcome]}">${OUTCOME_SIGN[outcome]}</span> ${id} ${title}</a></li>`,
    )}</ul></details>`;
  })}</details></nav>`;
}

/** HTML page of the result. The page needs no other file and no request, and is readable without its script. */
export function renderHtml(result: RunResult): string {
  const { gate, verdict } = result;
  const { head, overview, requirements, rest } = blocksOf(result);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${heading(result)}: ${targetName(result.target)}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#page-list">Skip to the requirements</a>
<header class="masthead ${gate?.outcome === 'failed' ? 'nonconforming' : verdict}">
${writeHtml(head)}</header>
<main>
${writeHtml(overview)}<div class="layout">
<div class="sidebar">${filters(result)}
${tree(result)}</div>
<div class="list" id="page-list">
<div class="bar" id="page-bar" hidden><p id="page-status" role="status"></p><p class="quiet" id="page-copied" role="status"></p>
<fieldset class="switch"><legend class="quiet">Group by</legend>${['requirement', 'operation'].map(
    (name, index) =>
      html`<label><input type="radio" name="group" value="${name}"${index === 0 ? html` checked` : undefined}> By ${name}</label>`,
  )}</fieldset>
<p class="buttons"><button type="button" data-action="open">Expand all</button> <button type="button" data-action="close">Collapse all</button></p></div>
${writeHtml(withinPage(requirements))}</div>
</div>
${writeHtml(rest)}</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.markup;
}
