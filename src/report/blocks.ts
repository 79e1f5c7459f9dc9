import type { Counts, Outcome, RequirementResult } from '../run-result/requirement-result.ts';
import type { ShownFinding } from './wording.ts';

/** Output that shows blocks: the HTML page, the summary in Markdown, the terminal. */
export type Medium = 'page' | 'summary' | 'terminal';

/** Line of text. A string is prose with code between backticks; it cannot contain markup. */
export type Inline = string | number | undefined | StyledText | OutcomeLabel | Link | ExternalLink | readonly Inline[];

type Style = 'code' | 'strong' | 'dim' | 'good' | 'bad' | 'warning';

interface StyledText {
  readonly style: Style;
  readonly text: string;
}

interface OutcomeLabel {
  readonly outcome: Outcome;
}

interface Link {
  /** ID of a section or of a requirement. */
  readonly to: string;
  readonly text: string;
}

interface ExternalLink {
  readonly url: string;
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
  /** True if every column except the first one is a number. */
  readonly isNumeric?: boolean;
}

export interface Code {
  readonly kind: 'code';
  readonly label?: string;
  readonly text: string;
  readonly language: 'sh' | 'yaml';
}

/** Case of a requirement, with the evidence for its outcome. */
export interface ShownCase {
  /** Title of the case; absent if the requirement has no case and is shown instead. */
  readonly title?: string;
  readonly finding: ShownFinding;
  /** Command that sends the failing request again, for a terminal. */
  readonly shortCurl?: string;
}

/** Requirement with everything that the run found about it. */
export interface Card {
  readonly kind: 'card';
  readonly requirement: RequirementResult;
  readonly isOpen: boolean;
  /** Number of cases with the outcome of the requirement. */
  readonly number: number;
  /** Rule, reason, basis and level. */
  readonly facts: readonly Block[];
  /** Requirements whose example is the same exchange. */
  readonly alsoBroken: readonly RequirementResult[];
  /** Cases that did not pass, the most urgent first. A medium may show only the first ones. */
  readonly cases: readonly ShownCase[];
  /** Titles of the cases that passed. */
  readonly passed: readonly string[];
  /** Line with the deviations, for a waiver. */
  readonly deviations?: string;
}

type Content =
  | { readonly kind: 'title'; readonly text: Inline }
  | { readonly kind: 'text'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  /** List of terms with a description each. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [term: string, description: Inline])[] }
  /** Shares of the outcomes. */
  | { readonly kind: 'bar'; readonly counts: Counts }
  | { readonly kind: 'details'; readonly summary: Inline; readonly isOpen?: boolean; readonly blocks: readonly Block[] }
  | Section
  | Table
  | Code
  | Card;

/** Part of a report, independent of the medium. */
export type Block = Content & {
  /** Media that show the block; all if absent. */
  readonly on?: readonly Medium[];
};

export function styled(style: Style, text: string): Inline {
  return { style, text };
}

/** Limits the blocks to these media. */
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

/** Table; none without rows. */
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

/** Section; none without blocks. */
export function section(head: Omit<Section, 'kind' | 'blocks'>, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'section', ...head, blocks }];
}

export function shownOn(medium: Medium, blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => block.on?.includes(medium) !== false);
}
