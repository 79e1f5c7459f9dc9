import escapeHtml from 'escape-html';
import { visible } from '../visible.ts';

/** HTML from the template tag `html`, which escapes all inserted strings. */
export interface Html {
  readonly markup: string;
}

export type Content = Html | string | number | false | undefined | readonly Content[];

function markupOf(content: Content): string {
  if (content === undefined || content === false) return '';
  if (typeof content === 'number') return String(content);
  if (typeof content === 'string') {
    return escapeHtml(visible(content));
  }
  return 'markup' in content ? content.markup : content.map(markupOf).join('');
}

/** HTML template tag: escapes inserted texts, and makes their control characters visible. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: String.raw({ raw: strings }, ...contents.map(markupOf)) };
}

/** HTML of a text that a reader copies: markup is escaped, but control characters stay unchanged. */
export function verbatim(text: string): Html {
  return { markup: escapeHtml(text.toWellFormed()).replaceAll('\r', '&#13;') };
}

/** Trusted text that is not escaped: a style sheet or a script. */
export function raw(markup: string): Html {
  return { markup };
}

/** Text with code between backticks. */
export function prose(text: string): Html {
  const pieces = text.split(/`([^`]+)`/);
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
