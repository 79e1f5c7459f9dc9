import escapeHtml from 'escape-html';
import { visible } from '../visible.ts';

/** Markup; a string that stands in a template is text, and escaped. */
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

/** Markup with the contents in its gaps: texts escaped, their control characters made visible. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: String.raw({ raw: strings }, ...contents.map(markupOf)) };
}

/** The text as it is, for what a reader copies: control characters stand as they are. */
export function verbatim(text: string): Html {
  return { markup: escapeHtml(text.toWellFormed()).replaceAll('\r', '&#13;') };
}

/** Text of our own that is no markup to be escaped: a style sheet or a script. */
export function raw(markup: string): Html {
  return { markup };
}

/** Text in which what stands between backticks is code. */
export function prose(text: string): Html {
  const pieces = text.split(/`([^`]+)`/);
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
