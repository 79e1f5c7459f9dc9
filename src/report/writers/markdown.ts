import { count, shortened } from '../../run-result/words.ts';
import { type Block, type Card, type Inline, type ShownCase, shownOn, type Table } from '../blocks.ts';
import { type Evidence, evidenceOf, type MessageExcerpt } from '../evidence.ts';
import { code, codeBlock, plain, prose, table, withoutMentions } from '../markdown.ts';
import { shortLine } from '../short-line.ts';
import { OUTCOME_LABEL, waiverSentence } from '../wording.ts';
import { inlineHtml } from './html-inline.ts';

/**
 * Maximum length of the summary in characters, including its last line. GitHub accepts 65,536 characters in a comment.
 */
const MAX_LENGTH = 60_000;
const MAX_LAST_LINE = 200;
/** Maximum number of requirements that the summary shows with details. */
const MAX_CARDS = 8;
const MAX_ROWS = 20;
const LONGEST_VALUE = 500;
const LONGEST_BODY = 600;
const LONGEST_CODE = 2_000;

/** Part of the summary, which is either complete or omitted. */
interface Piece {
  readonly text: string;
  /** Number of requirements whose cases this part of the summary contains. */
  readonly rules: number;
}

/** Markdown of the blocks of a report, with at most 60,000 characters. */
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
    if (block.kind === 'card') return [{ text: cardText(block), rules: 1 }];
    if (block.kind !== 'section') return textsOf(block, level).map((text) => ({ text, rules: 0 }));
    const number = block.number === undefined ? '' : ` (${block.number})`;
    const heading = `${'#'.repeat(level)} ${plain(block.title ?? '')}${number}`;
    const brief = block.blocks.filter((one) => one.kind === 'card').slice(MAX_CARDS);
    const whole = block.blocks.filter((one) => !brief.some((card) => card === one));
    const lines = brief.map((card) => `- ${inline(shortLine(card.requirement))}`).join('\n');
    return [
      ...(block.title === undefined ? [] : [{ text: heading, rules: 0 }]),
      ...piecesOf(whole, level + 1),
      ...(brief.length > 0
        ? [{ text: `More requirements, with details in \`report.html\`:\n\n${lines}`, rules: brief.length }]
        : []),
    ];
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
    case 'table':
      return tableTexts(block);
    case 'code':
      return [commandText(block.text, block.language)];
    case 'details':
      return allTexts(block.blocks, level);
    case 'bar':
      return [];
  }
}

/**
 * Card of a requirement, closed at first. The first line of the card is an HTML element, in which Markdown has no
 * effect.
 */
function cardText({ requirement, alsoBroken, facts, cases: [example], deviations }: Card): string {
  const rest = alsoBroken.length - MAX_CARDS;
  return [
    `<details><summary>${withoutMentions(inlineHtml(shortLine(requirement)).markup).replaceAll(/(?<!\s)\s*\n\s*/g, ' ')}</summary>`,
    ...(example ? exampleTexts(example) : []),
    ...alsoBroken.slice(0, MAX_CARDS).map((rule) => `Also violates ${inline(shortLine(rule))}`),
    ...(rest > 0 ? [`The failing exchange violates ${rest} more requirements; see \`report.html\`.`] : []),
    ...allTexts(facts, 0),
    ...(deviations === undefined ? [] : [commandText(deviations, 'yaml')]),
    '</details>',
  ].join('\n\n');
}

function exampleTexts({ title, finding }: ShownCase): string[] {
  const { waiver, curl, replay, exchanges } = finding;
  const evidence = evidenceOf(finding, LONGEST_BODY);
  const unavailable = exchanges.at(-1)?.reference?.unavailable;
  return [
    ...(title === undefined ? [] : [`**${inline(title)}**`]),
    ...(waiver ? [inline(waiverSentence(waiver))] : []),
    ...valueTexts(evidence),
    ...messageTexts(evidence),
    ...(unavailable === undefined ? [] : [inline(unavailable)]),
    ...[curl, replay].flatMap((command) => (command === undefined ? [] : [commandText(command, 'sh')])),
  ];
}

function valueTexts({ expected, actual, summary }: Evidence): string[] {
  const value = (label: string, pieces: Evidence['expected']) =>
    pieces ? [`- ${label}: ${code(pieces.map(({ text }) => text).join(''))}`] : [];
  const lines = [
    ...value('Expected', expected),
    ...value('Actual', actual),
    ...(summary === undefined ? [] : [`- Difference: ${plain(summary)}`]),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function messageTexts({ request, response, mock }: Evidence): string[] {
  const message = ({ start, body }: MessageExcerpt) => (body === '' ? start : `${start}\n${body}`);
  return [
    ...(request && response ? [codeBlock(`${message(request)}\n\n${message(response)}`, 'http')] : []),
    ...(mock ? [`The mock responds:\n\n${codeBlock(message(mock), 'http')}`] : []),
  ];
}

function commandText(command: string, language: 'sh' | 'yaml'): string {
  return command.length > LONGEST_CODE
    ? `${language === 'sh' ? 'Command' : 'Deviations'} omitted (${count(command.length, 'character')}); see \`report.html\`.`
    : codeBlock(command, language);
}

function tableTexts({ label, header, rows, isNumeric }: Table): string[] {
  const cells = rows.slice(0, MAX_ROWS).map((row) => row.map((cell) => inline(cell, true)));
  const [first = '', ...others] = header;
  const more = rows.length - MAX_ROWS;
  return [
    table([isNumeric === true ? label : first, ...others], cells, isNumeric),
    ...(more > 0 ? [`And ${more} more; see \`report.json\`.`] : []),
  ];
}

/** Markdown of a line. @param inCell true within a table, where `|` must be escaped */
function inline(line: Inline, inCell = false): string {
  if (line === undefined) return '';
  if (typeof line !== 'object') return inPipes(spaced(shortened(String(line), LONGEST_VALUE), prose), inCell);
  if ('outcome' in line) return OUTCOME_LABEL[line.outcome];
  if ('to' in line) return plain(line.text);
  if ('url' in line) return `[${plain(line.text)}](<${line.url}>)`;
  if (!('style' in line)) return line.map((part) => inline(part, inCell)).join('');
  if (line.style === 'code') return inPipes(code(line.text), inCell);
  return line.style === 'strong' ? `**${plain(line.text)}**` : spaced(line.text, plain);
}

/** Escapes `|` within a table cell, since `|` ends the cell even between backticks. */
function inPipes(markdown: string, inCell: boolean): string {
  return inCell ? markdown.replaceAll(/(?<!\\)\|/g, '\\|') : markdown;
}

/**
 * Escapes a piece of a line with `write`, and keeps a space at its start or end, which separates the piece from its
 * neighbours.
 */
function spaced(content: string, write: (text: string) => string): string {
  const [before, after] = [/^\s/.test(content), /\S\s$/.test(content)];
  return `${before ? ' ' : ''}${write(content)}${after ? ' ' : ''}`;
}
