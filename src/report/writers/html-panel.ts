import type { Exchange, Headers } from '../../run-result/requirement-result.ts';
import { count, shortened } from '../../run-result/words.ts';
import { type Piece, prettyPieces } from '../json-text.ts';
import { LONGEST } from './html-inline.ts';
import { type Html, html, verbatim } from './html-template.ts';

/**
 * Number of lines above which a text scrolls inside its panel, and estimated number of characters in a line of the
 * panel.
 */
const TALL = 9;
const LINE = 54;

/**
 * Block of preformatted text. A long block can get the focus, so that a user can scroll the block with the keyboard.
 *
 * @param text content without markup, from which the function estimates the height of the block
 */
export function pre(label: string, content: Html, text: string): Html {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  return lines > TALL
    ? html`<pre class="tall" tabindex="0" role="group" aria-label="${label}"><code>${content}</code></pre>`
    : html`<pre><code>${content}</code></pre>`;
}

/** Panel with a label and a text, whose marked parts are highlighted. */
export function piecesPanel(label: string, pieces: readonly Piece[]): Html {
  return html`<div class="message"><p class="label">${label}</p>${pre(label, marked(pieces), textOf(pieces))}</div>`;
}

/** Shell command with a button that copies the command. */
export function commandPanel(label: string, command: string): Html {
  return html`<div class="curl"><p class="label">${label} <button type="button" class="copy" hidden>Copy</button></p>
${pre('command', verbatim(command), command)}</div>`;
}

/** Request or response: its first line, its headers, which are closed at first, and its body. */
export function messagePanel(
  label: string,
  start: string,
  { headers, body }: Pick<Exchange['response'], 'headers' | 'body'>,
  pointer?: string,
): Html {
  const pieces = prettyPieces(body, pointer) ?? [{ text: shortened(body, LONGEST) }];
  const text = textOf(pieces);
  const shown = text.length > LONGEST ? [{ text: shortened(text, LONGEST) }] : pieces;
  return html`<div class="message"><p class="label">${label}</p><p class="start"><code>${start}</code></p>${headersHtml(headers)}${
    body === ''
      ? html`<p class="dim">(no body)</p>`
      : pre(`Body of the ${label.toLowerCase()}`, marked(shown), textOf(shown))
  }</div>`;
}

function headersHtml(headers: Headers): Html | undefined {
  const names = Object.entries(headers);
  if (names.length === 0) return undefined;
  return html`<details class="headers"><summary>${count(names.length, 'header')}</summary><pre><code>${names.map(
    ([name, value]) => html`<span class="dim">${name}:</span> ${shortened(value, LONGEST)}\n`,
  )}</code></pre></details>`;
}

function marked(pieces: readonly Piece[]): Html {
  return html`${pieces.map(({ text, isMarked }) => (isMarked && text !== '' ? html`<mark>${text}</mark>` : text))}`;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}
