import type { Requirement } from '../../src/contract/requirement.ts';
import type { DefectResult } from './worker.ts';

/** IDs of the judged MUST and SHOULD requirements that no faulty server violates. */
export function uncovered(results: readonly DefectResult[], requirements: readonly Requirement[]): string[] {
  const found = new Set(results.flatMap((result) => result.found));
  const judged = requirements.filter(
    ({ id, level, excluded }) => id.startsWith('D') && level !== 'MAY' && excluded === undefined,
  );
  return judged.filter(({ id }) => !found.has(id)).map(({ id }) => id);
}

/** Markdown table of the faulty servers with their violated rules. */
export function renderMatrix(results: readonly DefectResult[]): string {
  const exact = results.filter(({ missed, surplus }) => missed.length + surplus.length === 0).length;
  const rows = results.map(({ name, description, found }) => `| ${name} | ${found.join(' ')} | ${description} |`);
  return `# Faulty servers\n\nFor ${exact} of ${results.length} faulty servers, exactly the expected rules fail.\n\n| server | failed rules | mistake |\n|-|-|-|\n${rows.join('\n')}\n`;
}
