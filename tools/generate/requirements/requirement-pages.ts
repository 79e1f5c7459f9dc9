import type { Case } from '../../../conformance/engine/case.ts';
import { DEFECTS } from '../../../conformance/faulty/index.ts';
import { suiteOf } from '../../../conformance/packs.ts';
import { type Chapter, exchangeLines, type Requirement } from '../../../src/contract/requirement.ts';
import { COMMAND } from '../../../src/report/command.ts';
import { code, codeBlock, plain, prose } from '../../../src/report/markdown.ts';
import { count } from '../../../src/run-result/words.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { caseSummary } from './case-summary.ts';
import { linkRules, reasonText } from './register.ts';
import { GENERATED, requirementIndex } from './requirement-index.ts';

/** Pages of docs/reference/requirements by file name: the index, and one page per chapter. */
export function requirementPages(chapters: readonly Chapter[]): ReadonlyMap<string, string> {
  const suite = suiteOf(contract);
  const cases = [suite.first, ...suite.cases(), suite.last];
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const pages = new Map(requirements.map(({ id, page }) => [id, page ?? '']));
  const section = (requirement: Requirement) => sectionOf(requirement, cases, (id) => pages.get(id) ?? '');
  const files = [...Map.groupBy(requirements, ({ page }) => page?.split('#')[0] ?? '')].map(
    ([file, own]): [string, string] => {
      const title = chapters.find((chapter) => chapter.requirements.includes(own[0] as Requirement))?.title ?? '';
      const sections = [GENERATED, `# ${title}`, ...own.map(section), '[All requirements](README.md)'];
      return [file, `${sections.join('\n\n')}\n`];
    },
  );
  return new Map([['README.md', requirementIndex(chapters)], ...files]);
}

function sectionOf(requirement: Requirement, cases: readonly Case[], pageOf: (id: string) => string): string {
  const { id, title, level, basis, clause, operationId, text, passes, fails, fix, documentedFor } = requirement;
  const only = documentedFor ? ` for ${documentedFor.map(code).join(', ')}, decided for the others` : '';
  const facts = [
    `**${level}**`,
    `${basis}${only}${clause === undefined ? '' : ` (${plain(clause)})`}`,
    operationId === undefined ? 'every operation that it applies to' : code(operationId),
  ];
  const reason = reasonText(requirement, pageOf, '**Why:** ');
  return [
    `<a id="${id.toLowerCase()}"></a>\n\n## ${id}: ${prose(title)}`,
    linkRules(text, id, pageOf),
    facts.join(' · '),
    ...(passes === undefined ? [] : ['Passes:', codeBlock(exchangeLines(passes), 'text')]),
    ...(fails === undefined ? [] : ['Fails:', codeBlock(exchangeLines(fails), 'text')]),
    reason === '' ? `**Why:** The interface document specifies this rule (${plain(clause ?? '')}).` : reason,
    ...(fix === undefined ? [] : [`**How to fix:** ${linkRules(fix, id, pageOf)}`]),
    tested(
      requirement,
      cases.filter(({ rules }) => rules.includes(id)),
    ),
  ].join('\n\n');
}

function tested({ id, excluded }: Requirement, cases: readonly Case[]): string {
  if (excluded !== undefined) return `The suite does not test this requirement. ${prose(excluded)}`;
  const servers = DEFECTS.filter(({ breaks }) => breaks.includes(id)).length;
  const summary = cases.length === 0 ? 'every response of a run' : count(cases.length, 'test case');
  return [
    `<details><summary>Tested by ${summary}</summary>`,
    ...(cases.length === 0 ? [] : [caseSummary(cases)]),
    `\`${COMMAND} conform BASE_URL --only ${id}\` tests only this requirement.${servers === 0 ? '' : ` [${count(servers, 'faulty server')}](../../proof/faulty-servers.md) ${servers === 1 ? 'violates' : 'violate'} this requirement.`}`,
    '</details>',
  ].join('\n\n');
}
