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
 * docs/proof/faulty-servers.md: which planted defect turns which requirement red, seen from both sides.
 * @throws Error when a MUST or SHOULD has neither a defect nor a reason for that
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
    `${defects.length} servers, each with one mistake that a backend team could make (folder conformance/faulty of the repository). For each server, the suite must report exactly the requirements that the mistake violates. This proves that the checks of ${proven.length} requirements can fail.`,
    '`npm run mutants` judges all of them, each by the cases about its operations, and demands exactly what stands here, `npm run mutants -- NAME …` some; CI judges a sample.',
    '## By requirement and operation',
    'How many servers break a requirement, by what they are about; *everywhere* are those whose mistake belongs to no operation. One about two operations stands in both columns.',
    byOperation(proven, groups, breakers, linkTo),
    '## By requirement',
    ...chapters.flatMap((chapter) => byRequirement(chapter, proven, breakers, linkTo)),
    '## Without a faulty server',
    'No other requirement is without one.',
    table(
      ['Rule', 'Says', 'Level', 'Why'],
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
    : [`### ${chapter.title}`, table(['Rule', 'Says', 'Level', 'Servers'], rows).replaceAll('-:', '-')];
}

/** To the row of the server; GitHub keeps the anchor of an `id` in a table. */
function shortLink({ name }: { readonly name: string }): string {
  return `[${name}](#${name})`;
}

function byServer({ title, defects }: DefectGroup, linkTo: LinkTo): string[] {
  const rows = defects.map(({ name, description, breaks }) => [
    `<a id="${name}"></a>${code(name)}`,
    prose(description),
    breaks.map(linkTo).join(' '),
  ]);
  return [`### ${title}`, table(['Server', 'What it does', 'Breaks'], rows).replaceAll('-:', '-')];
}

function reasonFor({ id, level, excluded }: Requirement): string {
  if (excluded !== undefined) return `The suite does not judge it. ${prose(excluded)}`;
  if (level === 'MAY') return 'A service is free.';
  if (id === 'S01') {
    return plain('Judged of an operation that has no rule of its own; in this document each has.').concat(
      ' A test adds one to the document, and a server that breaks it.',
    );
  }
  throw new IncompleteSourceError(`${id} is judged, and no faulty server breaks it: add one to conformance/faulty/.`);
}
