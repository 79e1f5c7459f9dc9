import type { Counts } from '../../run-result/requirement-result.ts';
import { count } from '../../run-result/words.ts';
import { type Block, type Code, type Section, shownOn, type Table } from '../blocks.ts';
import { OUTCOME_LABEL, OUTCOMES } from '../wording.ts';
import { cardHtml } from './html-card.ts';
import { inlineHtml } from './html-inline.ts';
import { commandPanel, pre } from './html-panel.ts';
import { type Html, html, verbatim } from './html-template.ts';

/** Markup of the blocks. */
export function writeHtml(blocks: readonly Block[]): Html {
  return html`${shownOn('page', blocks).map((block) => html`${blockHtml(block)}\n`)}`;
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'title':
      return html`<h1>${inlineHtml(block.text)}</h1>`;
    case 'text':
      return html`<p>${inlineHtml(block.text)}</p>`;
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inlineHtml(item)}</li>`)}</ul>`;
    case 'facts':
      return html`<dl class="facts">${block.facts.map(
        ([term, description]) => html`\n<div><dt>${term}</dt><dd>${inlineHtml(description)}</dd></div>`,
      )}\n</dl>`;
    case 'section':
      return sectionHtml(block);
    case 'table':
      return tableHtml(block);
    case 'code':
      return codeHtml(block);
    case 'details':
      return html`<details${block.isOpen ? html` open` : undefined}><summary>${inlineHtml(block.summary)}</summary>
${writeHtml(block.blocks)}</details>`;
    case 'card':
      return cardHtml(block, writeHtml);
    case 'bar':
      return barHtml(block.counts);
  }
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
      html`<tr><th scope="row">${inlineHtml(first)}</th>${cells.map((cell) => html`<td${cell === 0 ? html` class="zero"` : undefined}>${inlineHtml(cell)}</td>`)}</tr>\n`,
  );
  if (isNumeric) return html`<table><caption>${label}</caption>\n${head}\n<tbody>${body}</tbody></table>`;
  return html`<div class="wide" tabindex="0" role="group" aria-label="${label}"><table>${head}\n<tbody>${body}</tbody></table></div>`;
}

function codeHtml({ label, text, language }: Code): Html {
  return language === 'sh'
    ? commandPanel(label ?? '', text)
    : html`<p class="label">${label}</p>${pre(label ?? '', verbatim(text), text)}`;
}

/** Bar with one part per outcome. The bar has a label for screen readers, since its parts contain no text. */
function barHtml(counts: Counts): Html {
  const parts = OUTCOMES.filter((outcome) => counts[outcome] > 0 && outcome !== 'notApplicable');
  const total = parts.reduce((sum, outcome) => sum + counts[outcome], 0);
  const start = (index: number) => parts.slice(0, index).reduce((sum, outcome) => sum + counts[outcome], 0);
  const words = parts.map((outcome) => `${counts[outcome]} ${OUTCOME_LABEL[outcome].toLowerCase()}`).join(', ');
  return html`<svg class="stack" viewBox="0 0 ${Math.max(1, total)} 1" preserveAspectRatio="none" role="img" aria-label="${count(total, 'requirement')}: ${words}">${parts.map(
    (outcome, index) =>
      html`<rect class="${outcome}" x="${start(index)}" width="${counts[outcome]}" height="1"></rect>`,
  )}</svg>`;
}
