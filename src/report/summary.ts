import type { RunResult } from '../run-result/run-result.ts';
import { blocksOf } from './report.ts';
import { writeMarkdown } from './writers/markdown.ts';
import { writeText } from './writers/text.ts';

interface TextOptions {
  readonly color: boolean;
  /** From the path of a page in the project, the path from the current folder; absent if that is the project. */
  readonly pageOf?: (page: string) => string;
}

/** The end of a run for a terminal: the verdict, then each failure with what it takes to see it again. */
export function renderText(result: RunResult, { color, pageOf = (page) => page }: TextOptions): string {
  const requirements = result.requirements.map((one) =>
    one.page === undefined ? one : { ...one, page: pageOf(one.page) },
  );
  const { head, overview, requirements: cards, rest } = blocksOf({ ...result, requirements });
  return writeText([...head, ...overview, ...cards, ...rest], { color });
}

/** The result as Markdown, for the summary of a CI job: the verdict first, then what has to be done. */
export function renderSummary(result: RunResult): string {
  const { head, overview, requirements, rest } = blocksOf(result);
  return writeMarkdown([...head, ...overview, ...requirements, ...rest]);
}
