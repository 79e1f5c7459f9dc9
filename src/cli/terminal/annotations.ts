import { existsSync } from 'node:fs';
import { renderAnnotations } from '../../report/formats/annotations.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import type { Output } from '../command-context.ts';

/**
 * Values of `--annotations`; `auto` writes annotations if GitHub Actions runs the command.
 */
export type AnnotationsChoice = 'auto' | 'github' | 'off';

/** Writes workflow commands of GitHub Actions to standard output. GitHub shows the workflow commands as annotations. */
export function annotate(stdout: Output, result: RunResult, choice: AnnotationsChoice = 'auto'): void {
  const isEnabled = choice === 'github' || (choice === 'auto' && process.env.GITHUB_ACTIONS === 'true');
  if (!isEnabled) return;
  const { file } = result.contract;
  // A repository that uses the npm package does not contain the contract, so annotations in such a repository name no
  // file.
  const existing = file !== undefined && existsSync(file) ? file : undefined;
  stdout.write(renderAnnotations(result, existing));
}
