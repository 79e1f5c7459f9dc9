import type { RunResult } from './run-result.ts';

/** Selection of cases, as flags of the command: `--only D42 --last-failed`. */
export function selectionTerms({ only, skip, lastFailed }: NonNullable<RunResult['selection']>): string {
  const terms = [...only.map((text) => `--only ${text}`), ...skip.map((text) => `--skip ${text}`)];
  return [...terms, ...(lastFailed ? ['--last-failed'] : [])].join(' ');
}
