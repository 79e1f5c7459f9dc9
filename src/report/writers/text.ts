import { createColors } from 'picocolors';
import { shortened } from '../../run-result/words.ts';
import { type Block, type Card, type Inline, type ShownCase, shownOn, type Table } from '../blocks.ts';
import { asLines, visible } from '../visible.ts';

/** Maximum number of cards that are shown completely. */
const MAX_CARDS = 8;
const MAX_ROWS = 10;
/** Maximum lengths in characters. The complete text is in `report.html`. */
const LONGEST_VALUE = 400;
const LONGEST_CODE = { sh: 2_000, yaml: 400 } as const;

/** Text of the blocks for a terminal. A text of the target cannot begin a line or control the terminal. */
export function writeText(blocks: readonly Block[], options: { readonly color: boolean }): string {
  return asLines(new TextWriter(options.color).lines(blocks)).replace(/^\n/, '');
}

class TextWriter {
  readonly #colors: ReturnType<typeof createColors>;
  #cards = 0;

  constructor(color: boolean) {
    this.#colors = createColors(color);
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
      case 'values':
        return block.values.map(([label, value]) => labelled(label, visible(shortened(value, LONGEST_VALUE))));
      case 'section': {
        const number = block.number === undefined ? '' : ` (${block.number})`;
        const title = block.title === undefined ? [] : [this.#colors.yellow(`${visible(block.title)}${number}`)];
        return ['', ...title, ...this.lines(block.blocks)];
      }
      case 'table':
        return this.#table(block);
      case 'code': {
        const isPlain = block.text.length <= LONGEST_CODE[block.language] && !block.text.includes('\n');
        const paint = block.language === 'sh' ? this.#colors.cyan : this.#colors.dim;
        const noun = block.language === 'sh' ? 'command' : 'deviations';
        return [
          `    ${isPlain ? paint(visible(block.text)) : this.#colors.dim(`${noun} omitted (too long); see report.html`)}`,
        ];
      }
      case 'details':
        return this.lines(block.blocks);
      case 'card':
        return this.#card(block);
      case 'exchanges':
        return [];
    }
  }

  #card({ requirement, number, blocks, cases, end }: Card): string[] {
    const { message, id, title, outcome } = requirement;
    const { red, bold, dim } = this.#colors;
    const many = number > 1 ? dim(` (${number} cases)`) : '';
    const first = `${red('✗')} ${bold(visible(message ?? `${id} ${title}`))}${many}`;
    const isWhole = ++this.#cards <= MAX_CARDS;
    if (!isWhole) return [...(this.#cards === MAX_CARDS + 1 ? [''] : []), first];
    const shown = cases.find((one) => one.outcome === outcome);
    const rest = [...this.lines(blocks), ...(shown ? this.#case(shown) : []), ...this.lines(end)];
    return ['', first, ...rest.map((line) => (line.startsWith('    ') ? line : `    ${line}`))];
  }

  #case({ title, blocks }: ShownCase): string[] {
    return [...(title === undefined ? [] : [labelled('Case', visible(title))]), ...this.lines(blocks)];
  }

  /** Paragraph for each row, since a terminal is narrow. */
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
    return 'to' in line ? visible(line.text) : line.map((part) => this.#inline(part)).join('');
  }

  #paint(style: 'code' | 'strong' | 'dim' | 'good' | 'bad' | 'warning'): (text: string) => string {
    const { bold, dim, green, red, yellow } = this.#colors;
    return { code: String, strong: bold, dim, good: green, bad: red, warning: yellow }[style];
  }
}

function labelled(label: string, content: string): string {
  return `    ${label.toLowerCase().padEnd(8)} ${content}`;
}
