import type { RunResult } from '../run-result/run-result.ts';
import { blocksOf } from './report.ts';
import { writeMarkdown } from './writers/markdown.ts';
import { writeText } from './writers/text.ts';

interface TextOptions {
  readonly color: boolean;
  /** Converts the path of a page in the project to a path from the current folder; by default they are equal. */
  readonly pageOf?: (page: string) => string;
}

/** Text at the end of a run for a terminal: the verdict, then each failure with the command that reproduces it. */
export function renderText(result: RunResult, { color, pageOf = (page) => page }: TextOptions): string {
  const requirements = result.requirements.map((one) =>
    one.page === undefined ? one : { ...one, page: pageOf(one.page) },
  );
  const { head, overview, requirements: cards, rest } = blocksOf({ ...result, requirements });
  return writeText([...head, ...overview, ...cards, ...rest], { color });
}

/** Markdown of the result for the summary of a CI job: the verdict, then the requirements by urgency. */
export function renderSummary(result: RunResult): string {
  const { head, overview, requirements, rest } = blocksOf(result);
  return writeMarkdown([...head, ...overview, ...requirements, ...rest]);
}
