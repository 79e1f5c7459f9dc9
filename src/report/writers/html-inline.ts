import { shortened } from '../../run-result/words.ts';
import type { Inline } from '../blocks.ts';
import { OUTCOME_LABEL } from '../wording.ts';
import { type Html, html, prose } from './html-template.ts';

/**
 * Maximum length of a text or a body, in characters. Longer texts are truncated; `report.json` contains the complete
 * text.
 */
export const LONGEST = 20_000;

/** Markup of a line. */
export function inlineHtml(line: Inline): Html {
  if (line === undefined) return html``;
  if (typeof line === 'number') return html`${line}`;
  if (typeof line === 'string') return prose(shortened(line, LONGEST));
  if ('outcome' in line) return html`<span class="badge ${line.outcome}">${OUTCOME_LABEL[line.outcome]}</span>`;
  if ('to' in line) return html`<a href="#${encodeURIComponent(line.to.toWellFormed())}">${line.text}</a>`;
  if ('url' in line) return html`<a href="${line.url}" rel="noreferrer">${line.text}</a>`;
  if (!('style' in line)) return html`${line.map(inlineHtml)}`;
  if (line.style === 'code') return html`<code>${line.text}</code>`;
  return line.style === 'strong' ? html`<b>${line.text}</b>` : html`<span class="dim">${line.text}</span>`;
}
