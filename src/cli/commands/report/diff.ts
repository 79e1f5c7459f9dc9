import { renderDiffMarkdown, renderDiffText } from '../../../report/diff.ts';
import { readReport } from '../../../report/read-report.ts';
import { visibleJson } from '../../../report/visible.ts';
import { diffReports } from '../../../run-result/comparison/diff.ts';
import type { CommandContext } from '../../command-context.ts';
import { exitStatusOf } from '../../exit-status.ts';
import { hasColors } from '../../terminal/colors.ts';

/**
 * Runs `integration-contract report diff`.
 *
 * @returns exit status 1 if the newer report has a regression, or a failure of a requirement that only the newer report
 *   contains; otherwise 0
 */
export function diffCommand(
  context: CommandContext,
  oldPath: string,
  newPath: string,
  { format }: { format: 'text' | 'md' | 'json' },
): number {
  const diff = diffReports(readReport(oldPath), readReport(newPath));
  const renderings = {
    text: () => renderDiffText(diff, { color: hasColors(context.stdout) }),
    md: () => renderDiffMarkdown(diff),
    json: () => `${visibleJson(diff, 2)}\n`,
  };
  context.stdout.write(renderings[format]());
  return diff.worse ? exitStatusOf.nonconforming : 0;
}
