import type { RunResult } from '../run-result/run-result.ts';
import { blocksOf } from './report.ts';
import { writeMarkdown } from './writers/markdown.ts';
import { type TextOptions, writeText } from './writers/text.ts';

/**
 * Text for a terminal at the end of a run: the verdict, then each failure with the command that reproduces the failure.
 */
export function renderText(result: RunResult, options: TextOptions): string {
  const { head, overview, requirements, rest } = blocksOf(result);
  return writeText([...head, ...overview, ...requirements, ...rest], options);
}

/** Markdown of the result for the summary of a CI job: the verdict, then the requirements by urgency. */
export function renderSummary(result: RunResult): string {
  const { head, overview, requirements, rest } = blocksOf(result);
  return writeMarkdown([...head, ...overview, ...requirements, ...rest]);
}
