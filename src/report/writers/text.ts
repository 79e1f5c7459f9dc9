import { createColors } from 'picocolors';
import type { RequirementResult } from '../../run-result/requirement-result.ts';
import { count } from '../../run-result/words.ts';
import { type Block, type Card, type Inline, type ShownCase, shownOn, type Table } from '../blocks.ts';
import { evidenceOf, type MessageExcerpt } from '../evidence.ts';
import type { Piece } from '../json-text.ts';
import { shortLine, valuesLine } from '../short-line.ts';
import { asLines, visible } from '../visible.ts';

export interface TextOptions {
  readonly color: boolean;
  /** If true, the text contains the names of the deviations, which a waiver needs. */
  readonly showsDeviations?: boolean;
  /**
   * Maximum number of failures with details; each other failure has one line with the expected and the actual value.
   */
  readonly details?: number;
}

const DETAILS = 5;
const MAX_ROWS = 10;
/** Maximum length of a body on the terminal, in characters. */
const LONGEST_BODY = 160;
/** Maximum length of a command on the terminal, in characters. */
const LONGEST_COMMAND = 400;
const LABEL_WIDTH = 10;

/**
 * Text of the blocks of a report, for a terminal. A text from the target can neither begin a line nor control the
 * terminal.
 */
export function writeText(blocks: readonly Block[], options: TextOptions): string {
  return asLines(new TextWriter(options).lines(blocks)).replace(/^\n/, '');
}

class TextWriter {
  readonly #colors: ReturnType<typeof createColors>;
  readonly #options: TextOptions;
  readonly #details: number;
  #cards = 0;

  constructor(options: TextOptions) {
    this.#options = options;
    this.#colors = createColors(options.color);
    this.#details = options.details ?? DETAILS;
  }

  lines(blocks: readonly Block[]): string[] {
    return shownOn('terminal', blocks).flatMap((block) => this.#block(block));
  }

  #block(block: Block): string[] {
    switch (block.kind) {
      case 'title':
        return [this.#colors.bold(this.#inline(block.text))];
      case 'text':
        return [this.#inline(block.text)];
      case 'list':
        return block.items.map((item) => `  ${this.#inline(item)}`);
      case 'facts':
        return block.facts.map(([term, description]) => labelled(term, this.#colors.dim(this.#inline(description))));
      case 'section': {
        const number = block.number === undefined ? '' : ` (${block.number})`;
        const title = block.title === undefined ? [] : [this.#colors.yellow(`${visible(block.title)}${number}`)];
        const cards = block.blocks.filter(({ kind }) => kind === 'card').length;
        const rest = Math.min(cards, this.#cards + cards - this.#details);
        const lines = this.lines(block.blocks);
        return ['', ...title, ...lines, ...(rest > 0 ? [this.#restNote(rest)] : [])];
      }
      case 'table':
        return this.#table(block);
      case 'code':
        return [`    ${this.#command(block.text)}`];
      case 'details':
        return this.lines(block.blocks);
      case 'card':
        return this.#card(block);
      case 'bar':
        return [];
    }
  }

  #restNote(rest: number): string {
    return this.#colors.dim(
      `    Details of ${count(rest, 'more failure')}: see report.html, or run with --only and the ID of a failure.`,
    );
  }

  #card({ requirement, number, alsoBroken, cases: [example], deviations }: Card): string[] {
    const { title } = requirement;
    const first = this.#headline(requirement, number);
    const isWhole = ++this.#cards <= this.#details;
    const others = alsoBroken.map((rule) => `    also violates ${this.#inline(shortLine(rule))}`);
    const values = this.#inline(valuesLine(requirement));
    if (!isWhole) return [first, ...(values === '' ? [] : [`    ${values}`]), ...others];
    return [
      '',
      first,
      labelled('Rule', this.#colors.dim(visible(title))),
      ...(example ? this.#example(example) : []),
      ...others,
      ...(example?.shortCurl === undefined ? [] : [`    ${this.#command(example.shortCurl)}`]),
      ...(example?.finding.replay === undefined ? [] : [`    ${this.#command(example.finding.replay)}`]),
      ...(this.#options.showsDeviations && deviations !== undefined
        ? [`    ${this.#colors.dim(visible(deviations))}`]
        : []),
    ];
  }

  #headline({ id, title, message, tags = [] }: RequirementResult, number: number): string {
    const { red, bold, dim } = this.#colors;
    const many = number > 1 ? dim(` (${number} cases)`) : '';
    const security = tags.includes('security') ? ` ${red('[security]')}` : '';
    return `${red('✗')} ${bold(visible(message ?? `${id} ${title}`))}${many}${security}`;
  }

  #example({ title, finding }: ShownCase): string[] {
    const { green, red } = this.#colors;
    const { expected, actual, summary, request, response, mock } = evidenceOf(finding, LONGEST_BODY);
    return [
      ...(title === undefined ? [] : [labelled('Case', visible(title))]),
      ...(expected ? [labelled('Expected', this.#pieces(expected, green))] : []),
      ...(actual ? [labelled('Actual', this.#pieces(actual, red))] : []),
      ...(summary === undefined ? [] : [labelled('Difference', visible(summary))]),
      ...(request ? this.#message('Request', request) : []),
      ...(response ? this.#message('Response', response) : []),
      ...(mock ? this.#message('Mock', mock) : []),
    ];
  }

  #pieces(pieces: readonly Piece[], paint: (text: string) => string): string {
    return pieces.map(({ text, isMarked }) => (isMarked ? paint(visible(text)) : visible(text))).join('');
  }

  #message(label: string, { start, body }: MessageExcerpt): string[] {
    const first = labelled(label, visible(start));
    return body === '' ? [first] : [first, labelled('', this.#colors.dim(visible(body)))];
  }

  #command(command: string): string {
    const isPlain = command.length <= LONGEST_COMMAND && !command.includes('\n');
    if (isPlain) return this.#colors.cyan(visible(command));
    return this.#colors.dim(`command omitted (${count(command.length, 'character')}); see report.html`);
  }

  /** Text of a table: one paragraph per row and one line per cell, since a terminal is narrow. */
  #table({ header, rows }: Table): string[] {
    const more = rows.length - MAX_ROWS;
    const width = Math.max(...header.map((name) => name.length));
    return [
      ...rows
        .slice(0, MAX_ROWS)
        .flatMap(([first, ...others]) => [
          `  ${this.#inline(first)}`,
          ...others.map(
            (cell, index) => `      ${(header[index + 1] ?? '').toLowerCase().padEnd(width)} ${this.#inline(cell)}`,
          ),
        ]),
      ...(more > 0 ? [`  … and ${more} more; see report.json`] : []),
    ];
  }

  #inline(line: Inline): string {
    if (line === undefined) return '';
    if (typeof line !== 'object') return visible(String(line));
    if ('style' in line) return this.#paint(line.style)(visible(line.text));
    if ('outcome' in line) return line.outcome;
    if ('url' in line) return line.url;
    return 'to' in line ? visible(line.text) : line.map((part) => this.#inline(part)).join('');
  }

  #paint(style: 'code' | 'strong' | 'dim' | 'good' | 'bad' | 'warning'): (text: string) => string {
    const { bold, dim, green, red, yellow } = this.#colors;
    return { code: String, strong: bold, dim, good: green, bad: red, warning: yellow }[style];
  }
}

function labelled(label: string, content: string): string {
  return `    ${label.toLowerCase().padEnd(LABEL_WIDTH)} ${content}`;
}
