import { type Disagreement, type DisagreementKind, type Referee, unexplained } from '../../run-result/referee.ts';
import { count } from '../../run-result/words.ts';
import { type Block, list, on, section, styled, table, text } from '../blocks.ts';
import { shortened } from '../shortened.ts';

const MEANING: Readonly<Record<DisagreementKind, string>> = {
  answerFaulted: 'it finds fault with the answer, the suite does not',
  answerPassed: 'the suite finds fault with the answer, it does not',
  requestFaulted: 'it finds fault with the request, the suite does not',
  requestPassed: 'the suite holds that the request is to be rejected, it finds no fault',
  silent: 'it says nothing',
};

const LONGEST = 200;

/** The opinion of another tool about the same exchanges. */
export function refereeSection(referee: Referee | undefined): Block[] {
  if (!referee) return [];
  const header = ['Request', 'Answer', 'Difference', 'Case'];
  const rows = grouped(referee).map(([first, ...others]) => [
    styled('code', line(first.request)),
    first.status,
    `${MEANING[first.kind]}${others.length > 0 ? ` (${others.length + 1} times)` : ''}: ${line(first.detail)}`,
    first.case,
  ]);
  const known = explained(referee).map(([why, number]) => `${number} × ${why}`);
  return section({ id: 'page-referee', title: 'Second opinion' }, [
    text(refereeLine(referee)),
    ...table('Differences', header, rows),
    ...on(['page', 'summary'], ...section({ title: 'Known differences' }, list(known))),
  ]);
}

/** `21 × Prism looks whether a key is there, not which`, the most frequent first. */
function explained({ disagreements }: Referee): [reason: string, number: number][] {
  const known = Map.groupBy(
    disagreements.flatMap(({ why }) => why ?? []),
    (why) => why,
  );
  return [...known].map(([why, all]): [string, number] => [why, all.length]).toSorted(([, a], [, b]) => b - a);
}

/** `Second opinion: Prism 5.16.0 saw 1097 exchanges and agrees …` */
function refereeLine(referee: Referee): string {
  const { name, version, exchanges, disagreements, unavailable } = referee;
  const open = unexplained(referee).length;
  const known = disagreements.length - open;
  const start = `Second opinion: ${name} ${version}`;
  if (exchanges === 0) return `${start} was not asked: ${unavailable ?? 'there is nothing to ask about'}.`;
  const said = `${start} saw ${count(exchanges, 'exchange')}, ${
    open === 0 ? 'and nothing new is between it and the suite' : `and differs from the suite in ${open}`
  }`;
  const rest = known === 0 ? '' : `; ${known} more are known to be differences of ${name}`;
  return `${said}${rest}.${unavailable === undefined ? '' : ` It was not asked to the end: ${unavailable}.`}`;
}

function line(content: string): string {
  return shortened(content.replaceAll(/\s+/g, ' '), LONGEST);
}

/** The disagreements without a reason, the most frequent first: one mistake of a target shows in many exchanges. */
function grouped(referee: Referee): [Disagreement, ...Disagreement[]][] {
  const groups = Map.groupBy(unexplained(referee), ({ kind, operationId, status, detail }) =>
    JSON.stringify([kind, operationId, status, detail]),
  );
  return ([...groups.values()] as [Disagreement, ...Disagreement[]][]).toSorted((a, b) => b.length - a.length);
}
