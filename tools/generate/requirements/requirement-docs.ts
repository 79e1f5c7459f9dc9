import { DEFECTS } from '../../../conformance/faulty/index.ts';
import { suiteOf } from '../../../conformance/packs.ts';
import { allRules } from '../../../src/contract/document/rule.ts';
import { REQUIREMENTS_FILE } from '../../../src/project.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { loadChapters } from './register.ts';
import { requirementIndex } from './requirement-index.ts';
import { requirementPage } from './requirement-page.ts';
import { placeInWords } from './rule-place.ts';

/** The pages of docs/requirements by file name. */
export async function requirementDocs(): Promise<ReadonlyMap<string, string>> {
  const chapters = loadChapters(REQUIREMENTS_FILE);
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const cases = [suiteOf(contract).first, ...suiteOf(contract).cases(), suiteOf(contract).last];
  const rules = [...allRules(contract.root)];
  const pages = new Map([['README.md', requirementIndex(chapters)]]);
  for (const requirement of requirements) {
    const { id } = requirement;
    const servers = DEFECTS.filter(({ breaks }) => breaks.includes(id));
    const places = rules
      .filter(({ rule }) => rule.id === id)
      .map(({ rule, path }) => placeInWords(path, contract.operations) + (rule.for ? ` (${rule.for.join(', ')})` : ''));
    pages.set(
      `${id}.md`,
      requirementPage({
        requirement,
        cases: cases.filter((one) => one.rules.includes(id)),
        servers,
        places: [...new Set(places)],
      }),
    );
  }
  return pages;
}
