import { count } from '../../run-result/words.ts';
import { type Block, type Card, type Inline, shownOn, type Table } from '../blocks.ts';
import { code, codeBlock, plain, prose, table } from '../markdown.ts';
import { visible } from '../visible.ts';
import { OUTCOME_LABEL } from '../wording.ts';

/** Maximum length, including the last line. GitHub accepts 65,536 characters in a comment. */
const MAX_LENGTH = 60_000;
const MAX_LAST_LINE = 200;
/** Maximum number of cases per requirement. */
const MAX_CASES = 2;
const MAX_ROWS = 20;
const LONGEST_VALUE = 2_000;
const LONGEST_CODE = 8_000;

/** Part of the summary that is shown completely or not at all. */
interface Piece {
  readonly text: string;
  /** Number of requirements whose cases the part contains. */
  readonly rules: number;
}

/** Markdown of the blocks, with at most 60,000 characters. */
export function writeMarkdown(blocks: readonly Block[]): string {
  const pieces = piecesOf(blocks, 2);
  let length = 0;
  const end = pieces.findIndex(({ text }) => {
    length += text.length + 2;
    return length > MAX_LENGTH - MAX_LAST_LINE;
  });
  const kept = end === -1 ? pieces : pieces.slice(0, end);
  const rest = end === -1 ? [] : [lastLine(pieces.slice(end))];
  return `${[...kept.map(({ text }) => text), ...rest].join('\n\n')}\n`;
}

function lastLine(omitted: readonly Piece[]): string {
  const rules = omitted.reduce((sum, one) => sum + one.rules, 0);
  const rest = rules === 0 ? 'The rest is' : `The cases of ${count(rules, 'more requirement')} are`;
  return `**The summary ends here, since it would be too long.** ${rest} in \`report.html\` and \`report.json\`.`;
}

function piecesOf(blocks: readonly Block[], level: number): Piece[] {
  return shownOn('summary', blocks).flatMap((block) => {
    if (block.kind === 'card') return [{ text: cardText(block, level), rules: 1 }];
    if (block.kind !== 'section') return textsOf(block, level).map((text) => ({ text, rules: 0 }));
    const number = block.number === undefined ? '' : ` (${block.number})`;
    const heading = `${'#'.repeat(level)} ${plain(block.title ?? '')}${number}`;
    return [...(block.title === undefined ? [] : [{ text: heading, rules: 0 }]), ...piecesOf(block.blocks, level + 1)];
  });
}

function allTexts(blocks: readonly Block[], level: number): string[] {
  return piecesOf(blocks, level).map(({ text }) => text);
}

function textsOf(block: Exclude<Block, { kind: 'card' | 'section' }>, level: number): string[] {
  switch (block.kind) {
    case 'title':
      return [`# ${inline(block.text)}`];
    case 'text':
      return [inline(block.text)];
    case 'list':
      return [block.items.map((item) => `- ${inline(item)}`).join('\n')];
    case 'facts':
      return [block.facts.map(([term, description]) => `- ${term}: ${inline(description)}`).join('\n')];
    case 'values':
      return block.values.map(([label, value]) => valueText(label, shortened(value)));
    case 'table':
      return tableTexts(block);
    case 'code': {
      const tooLong = `${block.label ?? 'The text'}: too long for a summary; see \`report.html\`.`;
      return [block.text.length > LONGEST_CODE ? tooLong : codeBlock(block.text, block.language)];
    }
    case 'details':
      return allTexts(block.blocks, level);
    case 'exchanges':
      return [];
  }
}

function cardText({ requirement, blocks, cases, end }: Card, level: number): string {
  const { id, title, outcome } = requirement;
  const shown = cases.filter((one) => one.outcome === outcome);
  const rest = shown.length - MAX_CASES;
  return [
    `${'#'.repeat(level)} ${inline(`${id} ${title}`)}`,
    ...allTexts(blocks, level),
    ...shown
      .slice(0, MAX_CASES)
      .flatMap((one) => [
        ...(one.title === undefined ? [] : [`**${plain(shortened(one.title))}**`]),
        ...(one.message === undefined ? [] : [inline(one.message)]),
        ...allTexts(one.blocks, level),
      ]),
    ...(rest > 0 ? [`And ${rest} more; see \`report.html\`.`] : []),
    ...allTexts(end, level),
  ].join('\n\n');
}

function valueText(label: string, value: string): string {
  return value.includes('\n') ? `${label}:\n\n${codeBlock(visible(value))}` : `${label}: ${code(value)}`;
}

function tableTexts({ label, header, rows, isNumeric }: Table): string[] {
  const cells = rows.slice(0, MAX_ROWS).map((row) => row.map((cell) => inline(cell, true)));
  const [first = '', ...others] = header;
  const more = rows.length - MAX_ROWS;
  return [
    table([isNumeric === true ? label : first, ...others], cells),
    ...(more > 0 ? [`And ${more} more; see \`report.json\`.`] : []),
  ];
}

/** Markdown of a line. @param inCell true within a table, where `|` must be escaped */
function inline(line: Inline, inCell = false): string {
  if (line === undefined) return '';
  if (typeof line !== 'object') return inPipes(spaced(shortened(String(line)), prose), inCell);
  if ('outcome' in line) return OUTCOME_LABEL[line.outcome];
  if ('to' in line) return plain(line.text);
  if (!('style' in line)) return line.map((part) => inline(part, inCell)).join('');
  if (line.style === 'code') return inPipes(code(line.text), inCell);
  return line.style === 'strong' ? `**${plain(line.text)}**` : spaced(line.text, plain);
}

/** Escapes `|` within a table cell: it ends the cell, also between backticks. */
function inPipes(markdown: string, inCell: boolean): string {
  return inCell ? markdown.replaceAll(/(?<!\\)\|/g, '\\|') : markdown;
}

/** Keeps the space at both ends, which separates the pieces of a line. */
function spaced(content: string, write: (text: string) => string): string {
  const [before, after] = [/^\s/.test(content), /\S\s$/.test(content)];
  return `${before ? ' ' : ''}${write(content)}${after ? ' ' : ''}`;
}

function shortened(content: string): string {
  const rest = content.length - LONGEST_VALUE;
  return rest > 0 ? `${content.slice(0, LONGEST_VALUE).toWellFormed()} … (${rest} more characters)` : content;
}
