import { InvalidArgumentError } from 'commander';
import type { ReportFormat } from '../../report/write-reports.ts';

/**
 * Names of the report formats. `RENDERINGS` also contains the names of the formats; this list exists so that the help
 * need not load the module of `RENDERINGS`.
 */
export const REPORTERS = ['json', 'html', 'junit', 'md', 'sarif', 'har', 'badge'] as const satisfies ReportFormat[];

/** Parses a list of report formats; `all` selects every format. */
export function reporters(text: string): readonly ReportFormat[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => name !== 'all' && !isReporter(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Expected ${REPORTERS.join(', ')} or all.`);
  return names.includes('all') ? REPORTERS : names.filter(isReporter);
}

function isReporter(name: string): name is ReportFormat {
  return REPORTERS.some((one) => one === name);
}
