import { readFileSync } from 'node:fs';
import { DEFECTS } from '../../../../conformance/faulty/index.ts';
import { titlesOfProblems } from '../../../../conformance/suite/behaviours/problems.ts';
import { suiteCases } from '../../../../conformance/suite/cases.ts';
import { preflight } from '../../../../conformance/suite/preflight.ts';
import { Contract } from '../../../contract/contract.ts';
import { loadDocument } from '../../../contract/document.ts';
import { DECISIONS_FILE, OPENAPI_FILE, REQUIREMENTS_FILE } from '../../../contract/project-files.ts';
import { loadRequirements } from '../../../contract/requirements.ts';
import { allRules } from '../../../contract/rule.ts';
import { chaptersOf } from './decision-sections.ts';
import { loadExamples } from './recorded-example.ts';
import { requirementIndex } from './requirement-index.ts';
import { requirementPage } from './requirement-page.ts';
import { placeInWords } from './rule-place.ts';

/** The pages of docs/requirements by file name, and the rules whose example has to be recorded anew. */
export interface RequirementDocs {
  readonly pages: ReadonlyMap<string, string>;
  readonly stale: readonly string[];
}

/** Nothing is sent: what the cases are about is read from them, what they show was recorded before. */
export async function requirementDocs(): Promise<RequirementDocs> {
  const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
  const requirements = loadRequirements(REQUIREMENTS_FILE);
  const chapters = chaptersOf(readFileSync(DECISIONS_FILE, 'utf8'));
  const cases = [preflight, ...suiteCases(contract), titlesOfProblems()];
  const titles = new Set(cases.map(({ title }) => title));
  const examples = loadExamples();
  const rules = [...allRules(contract.root)];
  const pages = new Map([['README.md', requirementIndex(requirements, chapters)]]);
  const stale: string[] = [];
  for (const requirement of requirements) {
    const { id, excluded } = requirement;
    const servers = DEFECTS.filter(({ breaks }) => breaks.includes(id));
    const example = excluded === undefined ? examples[id] : undefined;
    const known = example && titles.has(example.case) && servers.some(({ name }) => name === example.fails?.server);
    if (servers.length > 0 && !known) stale.push(id);
    const places = rules
      .filter(({ rule }) => rule.id === id)
      .map(({ rule, path }) => placeInWords(path, contract.operations) + (rule.for ? ` (${rule.for.join(', ')})` : ''));
    pages.set(
      `${id}.md`,
      requirementPage({
        requirement,
        decision: chapters.find(({ decisions }) => decisions.has(id))?.decisions.get(id),
        cases: cases.filter((one) => one.rules.includes(id)),
        servers,
        places: [...new Set(places)],
        example: servers.length > 0 && !known ? undefined : example,
      }),
    );
  }
  return { pages, stale };
}
