import { expect, test } from 'vitest';
import { loadRequirements } from '../../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../../src/project.ts';
import { linkRules } from './register.ts';
import { requirementDocs } from './requirement-docs.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);
const pages = await requirementDocs();

test('every requirement has a page that says why and how it is checked, and the index leads to it', () => {
  const index = pages.get('README.md');
  for (const { id, title } of requirements) {
    const page = pages.get(`${id}.md`) ?? '';
    expect(page).toContain(`# ${id}: `);
    expect(page).toContain('\n## Why\n');
    expect(page).toContain('\n## How it is checked\n');
    expect(index, title).toContain(`| [${id}](${id}.md) |`);
  }
});

test('links between pages, and to the files beside the register, lead somewhere', () => {
  const names = new Set(pages.keys());
  for (const [name, page] of pages) {
    const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');
    const astray = targets.filter(
      (target) =>
        !names.has(target) &&
        target !== '../proof/faulty-servers.md' &&
        !/^\.\.\/\.\.\/spec\/[\w.]+(#[\w-]+)?$/.test(target),
    );
    expect(astray, name).toEqual([]);
  }
  expect(linkRules('D05, as D07 says', 'D05', (id) => `${id}.md`)).toBe('D05, as [D07](D07.md) says');
});
