import { existsSync } from 'node:fs';
import { renderAnnotations } from '../../report/formats/annotations.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import type { Output } from '../command-context.ts';

/** `auto`: where GitHub Actions runs the command. */
export type AnnotationsChoice = 'auto' | 'github' | 'off';

/** Writes workflow commands to standard output, which GitHub makes annotations of. */
export function annotate(stdout: Output, result: RunResult, choice: AnnotationsChoice = 'auto'): void {
  const wanted = choice === 'github' || (choice === 'auto' && process.env.GITHUB_ACTIONS === 'true');
  if (!wanted) return;
  const { file } = result.contract;
  // Who judges by the contract of the package has no such file to annotate.
  const there = file !== undefined && existsSync(file) ? file : undefined;
  stdout.write(renderAnnotations(result, there));
}
