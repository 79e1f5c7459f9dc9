import type { Requirement } from '../../src/contract/requirement.ts';
import type { DefectResult } from './worker.ts';

/** The MUSTs and SHOULDs of the contract that are judged and that no defect turns red. */
export function uncovered(results: readonly DefectResult[], requirements: readonly Requirement[]): string[] {
  const found = new Set(results.flatMap((result) => result.found));
  const judged = requirements.filter(
    ({ id, level, excluded }) => id.startsWith('D') && level !== 'MAY' && excluded === undefined,
  );
  return judged.filter(({ id }) => !found.has(id)).map(({ id }) => id);
}

/** Which defect turns which rule red, as a Markdown table. */
export function renderMatrix(results: readonly DefectResult[]): string {
  const exact = results.filter(({ missed, surplus }) => missed.length + surplus.length === 0).length;
  const rows = results.map(({ name, description, found }) => `| ${name} | ${found.join(' ')} | ${description} |`);
  return `# Faulty servers\n\n${exact} of ${results.length} are found, each by the rules that it breaks and no others.\n\n| defect | rules that turn red | what the server does |\n|-|-|-|\n${rows.join('\n')}\n`;
}
