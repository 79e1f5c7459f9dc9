import { createHash } from 'node:crypto';
import type { Outcome, RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { count } from '../../run-result/words.ts';
import { comparisonHtml } from '../comparison-section.ts';
import { coverageHtml, coverageLink } from '../coverage-section.ts';
import { inOrderOfReport } from '../failures.ts';
import { leftoversHtml } from '../leftovers.ts';
import { refereeHtml } from '../referee-section.ts';
import { unansweredHtml } from '../unanswered.ts';
import { waiversHtml } from '../waivers-section.ts';
import {
  BASES,
  byOperation,
  checks,
  duration,
  failuresByBasis,
  heading,
  isKnown,
  LEVELS,
  OUTCOME_LABEL,
  OUTCOMES,
  targetName,
  verdictSentence,
} from '../wording.ts';
import { renderCard } from './card.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { type Html, html, raw } from './template.ts';

/** What a reader has to look at; the page shows only these at first, if there are any. */
const OPEN: ReadonlySet<Outcome> = new Set(['failed', 'warned', 'untestable']);

function source(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing is loaded, and nothing runs but the page's own script, whatever a server's answer holds. */
const POLICY = [
  "default-src 'none'",
  `style-src ${source(STYLE)}`,
  `script-src ${source(SCRIPT)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function fact(term: string, description: Html | string): Html {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}

function masthead(result: RunResult): Html {
  const { contract, suite, target, requests, startedAt, verdict, gate } = result;
  const failures = failuresByBasis(result);
  const when = startedAt.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
  return html`<header class="masthead ${gate?.outcome === 'failed' ? 'nonconforming' : verdict}">
<p class="eyebrow">Conformance report</p>
<h1>${heading(result)}</h1>
<p class="sentence">${verdictSentence(result)}</p>
${failures.length === 0 ? undefined : html`<ul class="failures">${failures.map((failure) => html`<li>${failure}</li>`)}</ul>`}
<dl class="facts">
${fact('Target', html`<code>${targetName(target)}</code>`)}
${fact('Contract', html`${contract.title} ${contract.version} <span class="dim">SHA-256 <code title="${contract.sha256}">${contract.sha256.slice(0, 12)}</code></span>`)}
${fact('When', html`<time datetime="${startedAt}">${when}</time> <span class="dim">took ${duration(result.durationMs)}</span>`)}
${fact('Sent', html`${checks(result)}, ${count(requests, 'request')} <span class="dim">by ${suite.name} ${suite.version}</span>`)}
${fact('Judged', result.basis === 'all' ? 'every rule' : 'documented and corrected rules; decided ones are reported')}
${result.coverage && fact('Coverage', coverageLink(result.coverage))}
</dl>
</header>`;
}

/** Outcomes of the rules by one property of theirs; narrow enough for a phone. */
function countsTable(result: RunResult, name: 'basis' | 'level', values: readonly string[]): Html {
  const row = (label: Html | string, rules: readonly RequirementResult[], outcome: Outcome | 'total') => {
    const numbers = values.map((value) => rules.filter((rule) => rule[name] === value).length);
    const cell = (number: number) => html`<td class="${number === 0 ? 'zero' : outcome}">${number}</td>`;
    return html`<tr class="${outcome}"><th scope="row">${label}</th>${[...numbers, rules.length].map(cell)}</tr>\n`;
  };
  const outcomes = OUTCOMES.filter((outcome) => result.counts[outcome] > 0);
  const rows = outcomes.map((outcome) => {
    const rules = result.requirements.filter((rule) => rule.outcome === outcome);
    return row(OUTCOME_LABEL[outcome], rules, outcome);
  });
  return html`<table>
<caption>Rules by ${name}</caption>
<thead><tr><th scope="col">Outcome</th>${values.map((value) => html`<th scope="col">${value}</th>`)}<th scope="col">Total</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot>${row('Total', result.requirements, 'total')}</tfoot>
</table>`;
}

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
<label class="field">Search <input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="D42, label, 201 …"></label>
${choices(
  'Outcome',
  'outcome',
  OUTCOMES.map((outcome) => ({
    value: outcome,
    label: OUTCOME_LABEL[outcome],
    number: result.counts[outcome],
    checked: !hasOpen || OPEN.has(outcome),
  })),
)}
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
<label class="field">Operation <select name="operation"><option value="">All</option>${[...byOperation(rules).keys()].map((name) => html`<option>${name}</option>`)}</select></label>
<p class="buttons"><button type="button" data-action="all">Show all</button> <button type="reset">Reset</button></p>
</details>
</form>`;
}

/** Cards that are open at first: more would bury the list of what failed. */
const MAX_OPEN = 3;

/** The failures that are new; where there are many, the first one. */
function opened(failed: readonly RequirementResult[]): readonly RequirementResult[] {
  const fresh = failed.filter((rule) => !isKnown(rule));
  return fresh.length > MAX_OPEN ? fresh.slice(0, 1) : fresh;
}

function list(result: RunResult): Html {
  const sections = OUTCOMES.map((outcome) => {
    const rules = inOrderOfReport(result.requirements, outcome);
    if (rules.length === 0) return undefined;
    const open = outcome === 'failed' ? opened(rules) : [];
    return html`<section class="group" aria-labelledby="page-${outcome}">
<h2 id="page-${outcome}">${OUTCOME_LABEL[outcome]} <span class="dim">${rules.length}</span></h2>
${rules.map((rule) => renderCard(rule, open.includes(rule)))}
</section>`;
  });
  return html`<div class="list" id="page-list">
<div class="bar" id="page-bar" hidden><p id="page-status" role="status"></p><p class="quiet" id="page-copied" role="status"></p>
<p class="buttons"><button type="button" data-action="open">Open all</button> <button type="button" data-action="close">Close all</button></p></div>
${sections}
</div>`;
}

/** The result as one HTML page: no file beside it, no request, readable without its script. */
export function renderHtml(result: RunResult): string {
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
${masthead(result)}
<main>
<section class="counts" aria-label="Counts">
${countsTable(result, 'basis', BASES)}
${countsTable(result, 'level', LEVELS)}
</section>
${unansweredHtml(result)}
${waiversHtml(result)}
<div class="layout">
${filters(result)}
${list(result)}
</div>
${comparisonHtml(result.against)}
${refereeHtml(result.referee)}
${coverageHtml(result.coverage)}
${leftoversHtml(result)}
</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.markup;
}
