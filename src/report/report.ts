import type { RunResult } from '../run-result/run-result.ts';
import type { Block } from './blocks.ts';
import { comparisonSection } from './sections/comparison.ts';
import { coverageSection } from './sections/coverage.ts';
import { countsSection, headSection } from './sections/head.ts';
import { leftoversSection } from './sections/leftovers.ts';
import { refereeSection } from './sections/referee.ts';
import { nextStepSection, requirementsSection } from './sections/requirements.ts';
import { unansweredSection } from './sections/unanswered.ts';
import { waiversSection } from './sections/waivers.ts';

/** Blocks of a report, in the order in which every medium shows them. */
export interface ReportBlocks {
  readonly head: readonly Block[];
  readonly overview: readonly Block[];
  readonly requirements: readonly Block[];
  readonly rest: readonly Block[];
}

export function blocksOf(result: RunResult): ReportBlocks {
  return {
    head: headSection(result),
    overview: [...unansweredSection(result), ...countsSection(result)],
    requirements: requirementsSection(result),
    rest: [
      ...comparisonSection(result.against),
      ...refereeSection(result.referee),
      ...waiversSection(result),
      ...coverageSection(result.coverage),
      ...leftoversSection(result),
      ...nextStepSection(result),
    ],
  };
}
