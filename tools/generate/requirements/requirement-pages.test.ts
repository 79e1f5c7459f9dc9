import { expect, test } from 'vitest';
import { loadChapters } from '../../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../../src/project.ts';
import { linkRules } from './register.ts';
import { requirementPages } from './requirement-pages.ts';

const chapters = loadChapters(REQUIREMENTS_FILE);
const pages = requirementPages(chapters);

test.each(chapters.flatMap(({ requirements }) => requirements))(
  'describes $id on one page, with examples',
  ({ id, page = '' }) => {
    const section = pages
      .get(page.split('#')[0] ?? '')
      ?.split(/^## /m)
      .find((text) => text.startsWith(`${id}: `));
    expect(section).toMatch(/Passes:.*Fails:.*\*\*(?:Why|Decided part):\*\* .*\*\*How to fix:\*\* /s);
    expect(pages.get('README.md')).toContain(`| [${id}](${page}) |`);
  },
);

test('links the IDs of other requirements in a text about a requirement, but not the ID of this requirement', () => {
  expect(linkRules('D05, as D07 says', 'D05', (id) => `${id}.md`)).toBe('D05, as [D07](D07.md) says');
});
