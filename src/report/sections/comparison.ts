import type { AnswerDifference } from '../../run-result/comparison/response-shapes.ts';
import type { Comparison, Difference, OneSide } from '../../run-result/run-result.ts';
import { count } from '../../run-result/words.ts';
import { type Block, section, table, text } from '../blocks.ts';
import { VERDICT_LABEL } from '../wording.ts';

const BROKEN: Readonly<Record<Difference['broken'], string>> = {
  this: 'here alone',
  both: 'at both, in different ways',
  other: 'at the other alone',
  neither: 'at neither, but not decided alike',
};

const MAX_MEMBERS = 6;

/** The differences from another target that was judged by the same cases. */
export function comparisonSection(comparison: Comparison | undefined): Block[] {
  if (!comparison) return [];
  const { differences, answers, leftBehind } = comparison;
  const rows = differences.map((one) => [
    [{ to: one.id, text: one.id }, ` ${one.title} (${one.level}, ${one.basis})`],
    BROKEN[one.broken],
    told(one.this),
    told(one.other),
  ]);
  const shapes = answers.map((one) => [whereOf(one), answered(one.this), answered(one.other), one.case]);
  return section({ id: 'page-against', title: 'Against another target' }, [
    text(comparisonLine(comparison)),
    ...table('Differences', ['Rule', 'Broken', 'This', 'Other'], rows),
    ...section(
      { title: 'Answers that both may give', number: answers.length },
      table('Differences between answers', ['Operation', 'This', 'Other', 'Case'], shapes),
    ),
    ...(leftBehind === undefined ? [] : [text(`Left behind at the other target: ${leftBehind}`)]),
  ]);
}

/** `Against the mock: 2 of 65 requirements differ …` */
function comparisonLine({ target, verdict, unavailable, differences, same, answers }: Comparison): string {
  const start = `Against ${target.embedded ? 'the mock' : target.baseUrl}`;
  if (verdict === undefined) return `${start}: it was not judged, ${unavailable ?? 'for no known reason'}.`;
  const label = VERDICT_LABEL[verdict].toLowerCase();
  const stopped = unavailable === undefined ? '' : ` Its run ended early: ${unavailable}.`;
  const all = count(differences.length + same, 'requirement');
  const differing =
    differences.length === 0 ? `both show the same of ${all}` : `${differences.length} of ${all} differ`;
  const more =
    answers.length === 0 ? '' : `; ${count(answers.length, 'difference')} between answers that both may give`;
  return `${start} (${label}): ${differing}${more}.${stopped}`;
}

/** `failed: D42 …` */
function told({ outcome, message }: OneSide): string {
  return message === undefined ? outcome : `${outcome}: ${message}`;
}

/** `400, 404 application/problem+json with /traceId: string` */
function answered({ statuses, mediaType, members }: AnswerDifference['this']): string {
  const shown = members.slice(0, MAX_MEMBERS).join(', ');
  const more = members.length > MAX_MEMBERS ? ` and ${members.length - MAX_MEMBERS} more` : '';
  return `${statuses.join(', ')}${mediaType && ` ${mediaType}`}${shown && ` with ${shown}`}${more}`;
}

function whereOf({ operationIds, answers }: AnswerDifference): string {
  const where = operationIds.length > 2 ? count(operationIds.length, 'operation') : operationIds.join(', ');
  return `${where || 'several operations'} (${count(answers, 'answer')})`;
}
