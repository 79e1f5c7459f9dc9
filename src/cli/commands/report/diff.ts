import { renderDiffMarkdown, renderDiffText } from '../../../report/diff-text.ts';
import { readReport } from '../../../report/read-report.ts';
import { diffReports } from '../../../run-result/diff.ts';
import { ReportError } from '../../../run-result/report-error.ts';
import { exitStatusOf } from '../../exit-status.ts';
import { complain } from '../../terminal/error-line.ts';

/** `integration-contract report diff`. @returns 0 when nothing is worse, 1 when something is */
export function diffCommand(oldPath: string, newPath: string, { format }: { format: 'text' | 'md' | 'json' }): number {
  try {
    const diff = diffReports(readReport(oldPath), readReport(newPath));
    const renderings = {
      text: () => renderDiffText(diff, { color: process.stdout.isTTY === true }),
      md: () => renderDiffMarkdown(diff),
      json: () => `${JSON.stringify(diff, null, 2)}\n`,
    };
    process.stdout.write(renderings[format]());
    return diff.worse ? exitStatusOf.nonconforming : 0;
  } catch (error) {
    if (!(error instanceof ReportError)) throw error;
    complain(error.message);
    return exitStatusOf.usage;
  }
}
