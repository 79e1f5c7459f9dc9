import { type Disagreement, type DisagreementKind, type Referee, unexplained } from '../../run-result/referee.ts';
import { count, shortened } from '../../run-result/words.ts';
import { type Block, list, on, section, styled, table, text } from '../blocks.ts';

const MEANING: Readonly<Record<DisagreementKind, string>> = {
  answerFaulted: 'only the referee reports a violation in the response',
  answerPassed: 'only the suite reports a violation in the response',
  requestFaulted: 'only the referee reports a violation in the request',
  requestPassed: 'only the suite expects a rejection of the request',
  silent: 'the referee does not respond',
};

const LONGEST = 200;

/** Section about the differences between the suite and the referee, an independent validator of the same exchanges. */
export function refereeSection(referee: Referee | undefined): Block[] {
  if (!referee) return [];
  const header = ['Request', 'Response', 'Difference', 'Case'];
  const rows = grouped(referee).map(([first, ...others]) => [
    styled('code', line(first.request)),
    first.status,
    `${MEANING[first.kind]}${others.length > 0 ? ` (${others.length + 1} times)` : ''}: ${line(first.detail)}`,
    first.case,
  ]);
  const known = explained(referee).map(([why, number]) => `${number} × ${why}`);
  return section({ id: 'page-referee', title: 'Referee' }, [
    text(refereeLine(referee)),
    ...table('Differences', header, rows),
    ...on(['page', 'summary'], ...section({ title: 'Known differences' }, list(known))),
  ]);
}

/** Reasons of the known differences, with the number of differences per reason, the most frequent first. */
function explained({ disagreements }: Referee): [reason: string, number: number][] {
  const known = Map.groupBy(
    disagreements.flatMap(({ why }) => why ?? []),
    (why) => why,
  );
  return [...known].map(([why, all]): [string, number] => [why, all.length]).toSorted(([, a], [, b]) => b - a);
}

/**
 * Summary: `Referee (independent validator): Prism 5.16.0 evaluated 1,097 exchanges and found no new differences from
 * the suite.`
 */
function refereeLine(referee: Referee): string {
  const { name, version, exchanges, disagreements, unavailable } = referee;
  const open = unexplained(referee).length;
  const known = disagreements.length - open;
  const start = `Referee (independent validator): ${name} ${version}`;
  if (exchanges === 0) return `${start} evaluated nothing: ${unavailable ?? 'there are no exchanges'}.`;
  const evaluated = `${start} evaluated ${count(exchanges, 'exchange')} and ${
    open === 0 ? 'found no new differences' : `found ${count(open, 'new difference')}`
  } from the suite`;
  const rest = known === 0 ? '' : `; ${known} more are known differences of ${name}`;
  return `${evaluated}${rest}.${unavailable === undefined ? '' : ` ${name} did not evaluate all exchanges: ${unavailable}.`}`;
}

function line(content: string): string {
  return shortened(content.replaceAll(/\s+/g, ' '), LONGEST);
}

/**
 * Differences between the referee and the suite without a known reason, the most frequent first. The list groups equal
 * differences, since one defect occurs in many exchanges.
 */
function grouped(referee: Referee): [Disagreement, ...Disagreement[]][] {
  const groups = Map.groupBy(unexplained(referee), ({ kind, operationId, status, detail }) =>
    JSON.stringify([kind, operationId, status, detail]),
  );
  return ([...groups.values()] as [Disagreement, ...Disagreement[]][]).toSorted((a, b) => b.length - a.length);
}
