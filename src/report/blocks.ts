import type { Counts, Outcome, RequirementResult } from '../run-result/requirement-result.ts';
import type { ShownFinding } from './wording.ts';

/** Medium that shows a report: the HTML page, the summary in Markdown, or the terminal. */
export type Medium = 'page' | 'summary' | 'terminal';

/**
 * Line of text in a report. A string is prose with code between backticks; any markup in the string appears as text.
 */
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
  /** True if every column of the table except the first contains numbers. */
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
  /** Title of the case; absent if the entry shows a requirement without cases. */
  readonly title?: string;
  readonly finding: ShownFinding;
  /** Shell command that sends the failing request again. */
  readonly shortCurl?: string;
}

/** Requirement with all results of the run about the requirement. */
export interface Card {
  readonly kind: 'card';
  readonly requirement: RequirementResult;
  readonly isOpen: boolean;
  /** Number of cases whose outcome is the outcome of the requirement. */
  readonly number: number;
  /** Texts of the requirement: its rule, reason, basis and level. */
  readonly facts: readonly Block[];
  /** Other requirements that the failing exchange violates. */
  readonly alsoBroken: readonly RequirementResult[];
  /**
   * Cases of the requirement that did not pass, the most urgent first. The terminal and the summary show only the first
   * case; the HTML page lists all cases.
   */
  readonly cases: readonly ShownCase[];
  /** Number of cases whose evidence is omitted, since the page would be too long; absent if no evidence is omitted. */
  readonly cutCases?: number;
  /** Titles of the passed cases of the requirement. */
  readonly passed: readonly string[];
  /** YAML line with the deviations of the requirement, which a user can copy into a waiver. */
  readonly deviations?: string;
}

type Content =
  | { readonly kind: 'title'; readonly text: Inline }
  | { readonly kind: 'text'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  /** List of terms, each with its description. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [term: string, description: Inline])[] }
  /** Bar with the share of each outcome. */
  | { readonly kind: 'bar'; readonly counts: Counts }
  | { readonly kind: 'details'; readonly summary: Inline; readonly isOpen?: boolean; readonly blocks: readonly Block[] }
  | Section
  | Table
  | Code
  | Card;

/** Block: a part of a report, which each medium renders in its own form. */
export type Block = Content & {
  /** Media in which the block appears; absent if the block appears in all media. */
  readonly on?: readonly Medium[];
};

export function styled(style: Style, text: string): Inline {
  return { style, text };
}

/** Limits blocks to the given media. */
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
