import type { DefectGroup } from '../../../conformance/faulty/index.ts';
import type { Chapter, Requirement } from '../../../src/contract/requirement.ts';
import { code, plain, prose, table } from '../../../src/report/markdown.ts';
import { IncompleteSourceError } from '../incomplete-source.ts';
import { GENERATED } from '../requirements/requirement-index.ts';

export interface FaultyServersPage {
  readonly groups: readonly DefectGroup[];
  readonly chapters: readonly Chapter[];
}

const EVERYWHERE = 'everywhere';

/**
 * Text of docs/proof/faulty-servers.md: the violated requirements of each faulty server, and the faulty servers of each
 * requirement.
 *
 * @throws IncompleteSourceError if a MUST or SHOULD has neither a faulty server nor a reason
 */
export function faultyServersPage({ groups, chapters }: FaultyServersPage): string {
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const pages = new Map(requirements.map(({ id, page }) => [id, page]));
  const linkTo = (id: string) => `[${id}](../reference/requirements/${pages.get(id)})`;
  const defects = groups.flatMap((group) => group.defects);
  const breakers = (id: string) => defects.filter(({ breaks }) => breaks.includes(id));
  const proven = requirements.filter(({ id }) => breakers(id).length > 0);
  const unproven = requirements.filter(({ id }) => breakers(id).length === 0);
  return `${[
    GENERATED,
    '# Faulty servers',
    `${defects.length} servers, each with one mistake that a backend team could make. The code of the faulty servers is in the folder conformance/faulty of the repository. For each server, the suite must report exactly the requirements that the mistake violates. The faulty servers prove that the checks of ${proven.length} requirements can fail.`,
    '`npm run mutants` judges all faulty servers, each by the cases about its operations. For each server, the command expects failures of exactly the requirements that this page lists. `npm run mutants -- NAME …` judges the named faulty servers. CI judges a sample.',
    '## By requirement and operation',
    'Number of servers that violate a requirement, by operation. The column *everywhere* counts servers whose mistake belongs to no operation. A server with a mistake in two operations counts in the columns of both operations.',
    byOperation(proven, groups, breakers, linkTo),
    '## By requirement',
    ...chapters.flatMap((chapter) => byRequirement(chapter, proven, breakers, linkTo)),
    '## Requirements without a faulty server',
    'Every requirement outside this table has a faulty server.',
    table(
      ['Requirement', 'Title', 'Level', 'Reason'],
      unproven.map((rule) => [linkTo(rule.id), prose(rule.title), rule.level, reasonFor(rule)]),
    ).replaceAll('-:', '-'),
    '## By server',
    ...groups.flatMap((group) => byServer(group, linkTo)),
  ].join('\n\n')}\n`;
}

type Breakers = (id: string) => DefectGroup['defects'];
type LinkTo = (id: string) => string;

function byOperation(
  proven: readonly Requirement[],
  groups: readonly DefectGroup[],
  breakers: Breakers,
  linkTo: LinkTo,
): string {
  const operations = [EVERYWHERE, ...new Set(groups.flatMap((group) => group.operations ?? []))];
  const aboutOf = (operation: string) =>
    new Set(
      groups
        .filter((group) => (group.operations ?? [EVERYWHERE]).includes(operation))
        .flatMap(({ defects }) => defects),
    );
  const columns = operations.map(aboutOf);
  const rows = proven.map(({ id }) => {
    const servers = breakers(id);
    const counts = columns.map((about) => servers.filter((server) => about.has(server)).length);
    return [linkTo(id), ...counts.map((count) => (count === 0 ? '' : count)), servers.length];
  });
  const header = operations.map((operation) => (operation === EVERYWHERE ? operation : code(operation)));
  return table(['', ...header, 'servers'], rows);
}

function byRequirement(chapter: Chapter, proven: readonly Requirement[], breakers: Breakers, linkTo: LinkTo): string[] {
  const rows = proven
    .filter((requirement) => chapter.requirements.includes(requirement))
    .map(({ id, title, level }) => [linkTo(id), prose(title), level, breakers(id).map(shortLink).join(' ')]);
  return rows.length === 0
    ? []
    : [`### ${chapter.title}`, table(['Requirement', 'Title', 'Level', 'Servers'], rows).replaceAll('-:', '-')];
}

/** Link to the row of a faulty server in the table. The row has an anchor whose `id` is the name of the server. */
function shortLink({ name }: { readonly name: string }): string {
  return `[${name}](#${name})`;
}

function byServer({ title, defects }: DefectGroup, linkTo: LinkTo): string[] {
  const rows = defects.map(({ name, description, breaks }) => [
    `<a id="${name}"></a>${code(name)}`,
    prose(description),
    breaks.map(linkTo).join(' '),
  ]);
  return [`### ${title}`, table(['Server', 'Mistake', 'Violates'], rows).replaceAll('-:', '-')];
}

function reasonFor({ id, level, excluded }: Requirement): string {
  if (excluded !== undefined) return `The suite does not judge this requirement. ${prose(excluded)}`;
  if (level === 'MAY') return 'MAY: never judged.';
  if (id === 'S01') {
    return plain(
      'S01 applies to an operation without a requirement of its own; the contract has no such operation.',
    ).concat(' A test adds an operation without a requirement, and a server that violates S01 for this operation.');
  }
  throw new IncompleteSourceError(`No faulty server violates ${id}. Add one to conformance/faulty/.`);
}
