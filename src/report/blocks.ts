import type { Exchange, Outcome, RequirementResult } from '../run-result/requirement-result.ts';

/** Where a block appears: the HTML page, the summary in Markdown, the terminal. */
export type Medium = (typeof MEDIA)[number];

export const MEDIA = ['page', 'summary', 'terminal'] as const;

/** A line of text. A string is prose with code between backticks; everything in it stays text. */
export type Inline = string | number | undefined | StyledText | OutcomeLabel | Link | readonly Inline[];

type Style = 'code' | 'strong' | 'dim' | 'good' | 'bad' | 'warning';

interface StyledText {
  readonly style: Style;
  readonly text: string;
}

interface OutcomeLabel {
  readonly outcome: Outcome;
}

interface Link {
  /** Id of a section or of a requirement. */
  readonly to: string;
  readonly text: string;
}

export interface Section {
  readonly kind: 'section';
  readonly id?: string;
  readonly title?: string;
  readonly number?: number;
  readonly blocks: readonly Block[];
}

export interface Table {
  readonly kind: 'table';
  readonly label: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly Inline[])[];
  /** Every column but the first one is a number. */
  readonly isNumeric?: boolean;
}

export interface Code {
  readonly kind: 'code';
  readonly label?: string;
  readonly text: string;
  readonly language: 'sh' | 'yaml';
}

/** A case of a requirement, and what shows its outcome. */
export interface ShownCase {
  /** Absent for the requirement itself, if it has no case. */
  readonly title?: string;
  readonly outcome: Outcome;
  readonly message?: string | undefined;
  readonly blocks: readonly Block[];
}

/** A requirement with all that the run found about it. */
export interface Card {
  readonly kind: 'card';
  readonly requirement: RequirementResult;
  readonly isOpen: boolean;
  /** Number of cases that came to the outcome. */
  readonly number: number;
  readonly blocks: readonly Block[];
  /** Cases that did not pass, the most urgent first. A medium may show only the first ones. */
  readonly cases: readonly ShownCase[];
  /** Titles of the cases that passed. */
  readonly passed: readonly string[];
  /** What follows the cases. */
  readonly end: readonly Block[];
}

type Content =
  | { readonly kind: 'title'; readonly text: Inline }
  | { readonly kind: 'text'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  /** Terms with a description each. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [term: string, description: Inline])[] }
  /** Texts of the target with a label each, shown as they are. */
  | { readonly kind: 'values'; readonly values: readonly (readonly [label: string, text: string])[] }
  | { readonly kind: 'exchanges'; readonly exchanges: readonly Exchange[] }
  | { readonly kind: 'details'; readonly summary: Inline; readonly isOpen?: boolean; readonly blocks: readonly Block[] }
  | Section
  | Table
  | Code
  | Card;

/** A part of a report, without the form that a medium gives it. */
export type Block = Content & {
  /** All media if absent. */
  readonly on?: readonly Medium[];
};

export function styled(style: Style, text: string): Inline {
  return { style, text };
}

/** The blocks, only for these media. */
export function on(media: readonly Medium[], ...blocks: readonly Block[]): Block[] {
  return blocks.map((block) => ({ ...block, on: media }));
}

export function text(...line: readonly Inline[]): Block {
  return { kind: 'text', text: line };
}

export function list(items: readonly Inline[]): Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

export function facts(rows: readonly (readonly [term: string, description: Inline])[]): Block {
  return { kind: 'facts', facts: rows.filter(([, description]) => description !== undefined) };
}

/** The texts that there are. */
export function values(rows: readonly (readonly [label: string, text: string | undefined])[]): Block[] {
  const present = rows.flatMap(([label, content]) => (content === undefined ? [] : [[label, content] as const]));
  return present.length === 0 ? [] : [{ kind: 'values', values: present }];
}

/** A table; none without rows. */
export function table(
  label: string,
  header: readonly string[],
  rows: readonly (readonly Inline[])[],
  isNumeric = false,
): Block[] {
  return rows.length === 0 ? [] : [{ kind: 'table', label, header, rows, isNumeric }];
}

export function code(language: Code['language'], content: string | undefined, label?: string): Block[] {
  return content === undefined
    ? []
    : [{ kind: 'code', language, text: content, ...(label !== undefined && { label }) }];
}

/** A section; none without blocks. */
export function section(head: Omit<Section, 'kind' | 'blocks'>, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'section', ...head, blocks }];
}

export function shownOn(medium: Medium, blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => block.on?.includes(medium) !== false);
}
