import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../contract/input-error.ts';
import { readReport } from '../../report/read-report.ts';

/**
 * IDs of the cases that failed in the last run, from its report.
 *
 * @param folder folder of the reports
 * @throws InputError if there is no report, or no case failed
 * @throws ReportError if the report is invalid
 */
export function failedCasesOf(folder: string): readonly string[] {
  const file = join(folder, 'report.json');
  if (!existsSync(file))
    throw new InputError(`--last-failed: ${file} does not exist. Run the command once without --last-failed.`);
  const cases = readReport(file).requirements.flatMap((requirement) => requirement.cases);
  const failed = cases.flatMap(({ id, outcome }) => (outcome === 'failed' && id !== undefined ? [id] : []));
  if (failed.length === 0)
    throw new InputError(`--last-failed: no case failed in ${file}. Run the command without --last-failed.`);
  return [...new Set(failed)];
}
