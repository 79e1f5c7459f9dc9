import type { ResponseDifference } from '../../run-result/comparison/response-shapes.ts';
import type { Comparison, Difference, OneSide } from '../../run-result/run-result.ts';
import { count } from '../../run-result/words.ts';
import { type Block, section, table, text } from '../blocks.ts';
import { VERDICT_LABEL } from '../wording.ts';

const FAILS: Readonly<Record<Difference['broken'], string>> = {
  this: 'only at this target',
  both: 'at both targets, in different ways',
  other: 'only at the other target',
  neither: 'at neither target; the outcomes differ',
};

const MAX_PROPERTIES = 6;

/** Section about the differences from a second target that was judged with the same cases. */
export function comparisonSection(comparison: Comparison | undefined): Block[] {
  if (!comparison) return [];
  const { differences, answers, leftBehind } = comparison;
  const rows = differences.map((one) => [
    [{ to: one.id, text: one.id }, ` ${one.title} (${one.level}, ${one.basis})`],
    FAILS[one.broken],
    outcomeText(one.this),
    outcomeText(one.other),
  ]);
  const shapes = answers.map((one) => [whereOf(one), responseText(one.this), responseText(one.other), one.case]);
  return section({ id: 'page-against', title: 'Comparison with another target' }, [
    text(comparisonLine(comparison)),
    ...table('Differences', ['Requirement', 'Fails', 'This', 'Other'], rows),
    ...section(
      { title: 'Differences between responses, allowed by the contract', number: answers.length },
      table('Differences between responses', ['Operation', 'This', 'Other', 'Case'], shapes),
    ),
    ...(leftBehind === undefined ? [] : [text(`Records created at the second target and not deleted: ${leftBehind}`)]),
  ]);
}

/** Summary: `Compared with the mock (conforming): 2 of 65 requirements differ.` */
function comparisonLine({ target, verdict, unavailable, differences, same, answers }: Comparison): string {
  const name = target.embedded ? 'the mock' : target.baseUrl;
  if (verdict === undefined) return `Not compared with ${name}: ${unavailable ?? 'the reason is unknown'}.`;
  const label = VERDICT_LABEL[verdict].toLowerCase();
  const stopped = unavailable === undefined ? '' : ` The run against ${name} ended early: ${unavailable}.`;
  const all = count(differences.length + same, 'requirement');
  const differing = differences.length === 0 ? `no differences in ${all}` : `${differences.length} of ${all} differ`;
  const more =
    answers.length === 0 ? '' : `; ${count(answers.length, 'difference')} between responses, allowed by the contract`;
  return `Compared with ${name} (${label}): ${differing}${more}.${stopped}`;
}

/** Outcome with its message: `failed: D42 …`. */
function outcomeText({ outcome, message }: OneSide): string {
  return message === undefined ? outcome : `${outcome}: ${message}`;
}

/** Description of the responses of one target: `400, 404 application/problem+json with /traceId: string`. */
function responseText({ statuses, mediaType, members }: ResponseDifference['this']): string {
  const shown = members.slice(0, MAX_PROPERTIES).join(', ');
  const more = members.length > MAX_PROPERTIES ? ` and ${members.length - MAX_PROPERTIES} more` : '';
  return `${statuses.join(', ')}${mediaType && ` ${mediaType}`}${shown && ` with ${shown}`}${more}`;
}

function whereOf({ operationIds, answers }: ResponseDifference): string {
  const where = operationIds.length > 2 ? count(operationIds.length, 'operation') : operationIds.join(', ');
  return `${where || 'several operations'} (${count(answers, 'response')})`;
}
