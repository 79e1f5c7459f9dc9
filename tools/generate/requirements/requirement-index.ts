import { plain, prose, table } from '../../../src/report/markdown.ts';
import type { Chapter } from './register.ts';
import { GENERATED } from './requirement-page.ts';

/** docs/requirements/README.md: every requirement, in the chapters of the register. */
export function requirementIndex(chapters: readonly Chapter[]): string {
  const sections = chapters.map(({ title, requirements }) => {
    const rows = requirements.map(({ id, title: name, level, basis, clause }) => [
      `[${id}](${id}.md)`,
      prose(name),
      level,
      basis,
      clause === undefined ? '' : plain(clause),
    ]);
    return `## ${title}\n\n${table(['Rule', 'Says', 'Level', 'Basis', 'Clause'], rows).replaceAll('-:', '-')}`;
  });
  return `${[
    GENERATED,
    '# Requirements',
    'One page for each rule of the contract: what it says and why, where that comes from, how the suite checks it and [which servers break it](../proof/faulty-servers.md).',
    'A **documented** rule stands in the interface document. Where that contradicts itself, a rule is **corrected**: its own field list or enum wins. Where it is silent, a rule is **decided**. [How to read that](../../spec/decisions.md#basis-and-level).',
    ...sections,
  ].join('\n\n')}\n`;
}
