/** Escapes untrusted text for GitHub Flavored Markdown. */

import { visible } from './visible.ts';

const HTML: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Characters that begin or continue a Markdown block: heading, list, thematic break, setext underline. */
const BLOCK_START = /^(?:[-+#=]|\d{1,9}(?=[.)]))/;

/** Start of a URL that becomes a link even without markup (GFM §6.9). */
const AUTOLINK = /(?:https?|ftp)(?=:\/\/)|www(?=\.)/gi;

function escaped(text: string): string {
  return withoutMentions(
    visible(text)
      .replace(/(?<!\s)\s*\n\s*|\t/g, ' ')
      .replace(/[\\`*_[\]{}|~$@<>&]/g, (character) => HTML[character] ?? `\\${character}`)
      // Without the backslash, GitHub would make a link of a URL.
      .replace(AUTOLINK, '$&\\')
      // HTML shows several spaces as one, but the number of spaces in a string may matter.
      .replace(/ (?= )/g, '&nbsp;')
      .replace(BLOCK_START, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`)),
  );
}

/**
 * Prevents notifications: GitHub notifies the user whose name follows an `@`. GitHub ignores a backslash before the
 * `@`, so an HTML comment after the `@` is necessary.
 */
export function withoutMentions(markdown: string): string {
  return markdown.replaceAll(/(?<!\w)@(?=\w)/g, '@<!-- -->');
}

/** Line of plain text. */
export function plain(text: string): string {
  return escaped(text.trim());
}

/** Sequence of at least `shortest` backticks that does not occur in the text. */
function delimiter(text: string, shortest: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(shortest - 1, ...runs.map((run) => run.length)) + 1);
}

/** Inline code of Markdown. Line breaks become spaces; other white space stays, since it may matter in a string. */
export function code(text: string): string {
  const line = visible(text).replace(/(?<!\s)\s*\n\s*/g, ' ');
  if (line === '') return '(empty)';
  const ticks = delimiter(line, 1);
  // CommonMark §6.1 removes one space at both ends of inline code, and a backtick at an end needs a space before the
  // delimiter.
  const padding = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${padding}${line}${padding}${ticks}`;
}

/** Markdown of a line of plain text that contains code between backticks. */
export function prose(text: string): string {
  const pieces = text.trim().split(/`([^`]+)`/);
  return pieces.map((piece, index) => (index % 2 === 1 ? code(piece) : escaped(piece))).join('');
}

/** Fenced code block whose fence does not occur in its content. */
export function codeBlock(text: string, language = ''): string {
  const content = visible(text);
  const fence = delimiter(content, 3);
  return `${fence}${language}\n${content}\n${fence}`;
}

/**
 * Table. @param rows cells as Markdown, with each `|` escaped @param isNumeric true if all columns except the first
 * are numbers
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  isNumeric = false,
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const alignment = header.map((_, index) => (isNumeric && index > 0 ? '-:' : '-'));
  return [line(header), line(alignment), ...rows.map(line)].join('\n');
}
