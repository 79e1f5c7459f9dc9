import type { Exchange, Headers, RequirementResult } from '../../run-result/requirement-result.ts';
import { count } from '../../run-result/words.ts';
import {
  type Block,
  type Card,
  type Code,
  type Inline,
  type Section,
  type ShownCase,
  shownOn,
  type Table,
} from '../blocks.ts';
import { duration, EVERYWHERE, OUTCOME_LABEL, statusLine } from '../wording.ts';
import { type Html, html, prose, verbatim } from './html-template.ts';
import { prettyJson } from './pretty-json.ts';

/** Maximum length of a body or a value, in characters. The complete text is in `report.json`. */
const LONGEST = 20_000;
/** Number of lines above which a text scrolls inside its panel. */
const TALL = 24;
/** Number of cases of a requirement that are visible at first. */
const MAX_CASES = 10;

/** Markup of the blocks. */
export function writeHtml(blocks: readonly Block[]): Html {
  return html`${shownOn('page', blocks).map((block) => html`${blockHtml(block)}\n`)}`;
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'title':
      return html`<h1>${inline(block.text)}</h1>`;
    case 'text':
      return html`<p>${inline(block.text)}</p>`;
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
    case 'facts':
      return html`<dl class="facts">${block.facts.map(
        ([term, description]) => html`\n<div><dt>${term}</dt><dd>${inline(description)}</dd></div>`,
      )}\n</dl>`;
    case 'values':
      return html`<div class="compared">${block.values.map(([label, value]) => panel(label, shortened(value)))}</div>`;
    case 'section':
      return sectionHtml(block);
    case 'table':
      return tableHtml(block);
    case 'code':
      return codeHtml(block);
    case 'details':
      return html`<details${block.isOpen ? html` open` : undefined}><summary>${inline(block.summary)}</summary>
${writeHtml(block.blocks)}</details>`;
    case 'card':
      return cardHtml(block);
    case 'exchanges':
      return exchangesHtml(block.exchanges);
  }
}

function inline(line: Inline): Html {
  if (line === undefined) return html``;
  if (typeof line === 'number') return html`${line}`;
  if (typeof line === 'string') return prose(shortened(line));
  if ('outcome' in line) return html`<span class="badge ${line.outcome}">${OUTCOME_LABEL[line.outcome]}</span>`;
  if ('to' in line) return html`<a href="#${encodeURIComponent(line.to.toWellFormed())}">${line.text}</a>`;
  if (!('style' in line)) return html`${line.map(inline)}`;
  if (line.style === 'code') return html`<code>${line.text}</code>`;
  return line.style === 'strong' ? html`<b>${line.text}</b>` : html`<span class="dim">${line.text}</span>`;
}

function sectionHtml({ id, title, number, blocks }: Section): Html {
  const amount = number === undefined ? undefined : html` <span class="dim">${number}</span>`;
  if (id === undefined) return html`<h3>${title}${amount}</h3>\n${writeHtml(blocks)}`;
  return html`<section class="group" aria-labelledby="${id}">
<h2 id="${id}">${title}${amount}</h2>
${writeHtml(blocks)}</section>`;
}

function tableHtml({ label, header, rows, isNumeric }: Table): Html {
  const head = html`<thead><tr>${header.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
  const body = rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row">${inline(first)}</th>${cells.map((cell) => html`<td${cell === 0 ? html` class="zero"` : undefined}>${inline(cell)}</td>`)}</tr>\n`,
  );
  if (isNumeric) return html`<table><caption>${label}</caption>\n${head}\n<tbody>${body}</tbody></table>`;
  return html`<div class="wide" tabindex="0" role="group" aria-label="${label}"><table>${head}\n<tbody>${body}</tbody></table></div>`;
}

function codeHtml({ label, text, language }: Code): Html {
  const lines = text.split('\n').length;
  if (language !== 'sh') return html`<p class="label">${label}</p>${pre(label ?? '', verbatim(text), lines)}`;
  return html`<div class="curl"><p class="label">${label} <button type="button" class="copy" hidden>Copy</button></p>
${pre('command', verbatim(text), lines)}</div>`;
}

/** Preformatted text. A block that scrolls can get the focus, so that the keyboard can scroll it. */
function pre(label: string, content: Html, lines: number): Html {
  return lines > TALL
    ? html`<pre class="tall" tabindex="0" role="group" aria-label="${label}"><code>${content}</code></pre>`
    : html`<pre><code>${content}</code></pre>`;
}

function panel(label: string, content: Html | string, lines = String(content).split('\n').length): Html {
  return html`<div class="message"><p class="label">${label}</p>${pre(label, html`${content}`, lines)}</div>`;
}

function shortened(text: string): string {
  const rest = text.length - LONGEST;
  return rest > 0 ? `${text.slice(0, LONGEST)}\n… ${rest} more characters, see report.json` : text;
}

/** Exchanges of a case. The last one is the failing one; the others prepare it. */
function exchangesHtml(exchanges: readonly Exchange[]): Html {
  return html`${exchanges.map((exchange, index) =>
    index > 0 && index === exchanges.length - 1
      ? html`<div class="shows"><p class="label">Request ${index + 1} of ${exchanges.length} (failing)</p>${exchangeHtml(exchange)}</div>`
      : exchangeHtml(exchange),
  )}`;
}

/** Request and response, side by side if the page is wide enough. */
function exchangeHtml({ request, response, durationMs, reference }: Exchange): Html {
  const other = reference?.response;
  return html`<div class="exchange">
${message('Request', `${request.method} ${request.url}`, request.headers, request.body)}
${message(`Response, after ${duration(durationMs)}`, statusLine(response), response.headers, response.body)}
</div>${
    reference &&
    html`<div class="reference">${
      other
        ? message('Response of the mock to the same request', statusLine(other), other.headers, other.body)
        : html`<p class="dim">${prose(reference.unavailable ?? '')}</p>`
    }</div>`
  }`;
}

function message(title: string, start: string, headers: Headers, text: string): Html {
  const body = shortened(prettyJson(text) ?? text);
  const names = Object.entries(headers);
  const content = html`<b>${start}</b>
${names.map(([name, value]) => html`<span class="dim">${name}:</span> ${shortened(value)}\n`)}${
  body === '' ? html`<i class="dim">(no body)</i>` : html`\n${body}`
}`;
  return panel(title, content, body.split('\n').length + names.length);
}

const SINCE_BASELINE = { known: 'as in the baseline', new: 'new since the baseline' } as const;

function cardHtml({ requirement, isOpen, number, blocks, cases, passed, end }: Card): Html {
  const { id, title, level, basis, operationId, outcome, message: lead, sinceBaseline } = requirement;
  const tags = [level, basis, operationId ?? EVERYWHERE, ...(sinceBaseline ? [SINCE_BASELINE[sinceBaseline]] : [])];
  const reason =
    lead && html`<span class="reason">${inline(lead)}${number > 1 ? ` (${count(number, 'case')})` : ''}</span>`;
  return html`<details class="card ${outcome}" id="${id}"${isOpen ? html` open` : undefined}
 data-outcome="${outcome}" data-basis="${basis}" data-level="${level}" data-operations="${operationsOf(requirement)}">
<summary>${inline({ outcome })}
<h3><span class="id">${id}</span> ${title}</h3>
<span class="tags">${tags.map((tag) => html`<span>${tag}</span>`)}</span>
${reason}</summary>
<div class="card-body">
${writeHtml(blocks)}${casesHtml(cases)}${passedHtml(passed)}
${writeHtml(end)}<p class="permalink">${inline({ to: id, text: `Link to ${id}` })}</p>
</div>
</details>`;
}

function operationsOf({ operationId, cases }: RequirementResult): string {
  return [...new Set([operationId ?? EVERYWHERE, ...cases.map((one) => one.operationId ?? '')])].join('\n');
}

function casesHtml(cases: readonly ShownCase[]): Html {
  // A single hidden case would need as much space as the line about it.
  const shown = cases.length === MAX_CASES + 1 ? cases.length : MAX_CASES;
  const more = cases.slice(shown);
  return html`${cases.slice(0, shown).map((one, index) => caseHtml(one, index === 0))}${
    more.length > 0 &&
    html`<details class="case"><summary><span class="case-title">${more.length} more cases</span></summary>
${more.map((one) => caseHtml(one, false))}
</details>`
  }`;
}

function caseHtml({ title, outcome, message: lead, blocks }: ShownCase, isFirst: boolean): Html {
  const message = lead === undefined ? undefined : html`<p class="lead">${inline(lead)}</p>`;
  const evidence = writeHtml(blocks);
  if (title === undefined) return html`${message}${evidence}`;
  const head = html`${inline({ outcome })} <span class="case-title">${title}</span>`;
  if (blocks.length === 0) return html`<div class="case"><p class="case-head">${head}</p>${message}</div>`;
  return html`<details class="case"${isFirst ? html` open` : undefined}>
<summary>${head}</summary>
${message}${evidence}
</details>`;
}

function passedHtml(titles: readonly string[]): Html | undefined {
  if (titles.length === 0) return undefined;
  return html`<details class="case passed-cases"><summary>${inline({ outcome: 'passed' })} <span class="case-title">${count(titles.length, 'case')}</span></summary><ul>${titles.map((title) => html`<li>${title}</li>`)}</ul></details>`;
}
