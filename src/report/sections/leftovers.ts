import {
  cleanupSentence,
  type Left,
  leftoverCounts,
  leftoverSentence,
  nounOf,
  usedOf,
} from '../../run-result/leftovers.ts';
import type { CreatedData } from '../../run-result/trace.ts';
import { type Block, on, section, styled, table, text } from '../blocks.ts';
import { shortened } from '../shortened.ts';

const LONGEST = 80;

/** The test data that the run could not delete. */
export function leftoversSection(result: Left): Block[] {
  const counts = leftoverCounts(result);
  if (counts === '') return [];
  const { runId, leftovers = [] } = result;
  const run = runId === undefined ? [] : [' The run ID ', styled('code', runId), ' stands in their names.'];
  const rows = [
    ...usedOf(result).flatMap(([kind, ids]) =>
      ids.map((id) => [`${nounOf({ kind })}, used up`, '', styled('code', id), '']),
    ),
    ...leftovers.map(rowOf),
  ];
  return [
    ...on(['terminal'], ...section({}, [text(styled('dim', `Left behind: ${leftoverSentence(result)}`))])),
    ...on(
      ['page', 'summary'],
      ...section({ id: 'page-leftovers', title: 'Left behind' }, [
        text(`${counts}.`, run, cleanupSentence(result)),
        {
          kind: 'details',
          summary: 'Each of them',
          blocks: table('Left behind', ['What', 'Name', 'ID', 'Operation'], rows),
        },
      ]),
    ),
  ];
}

function rowOf(created: CreatedData) {
  const { name = '', id = '', operation, certainty } = created;
  const noun = nounOf(created);
  return [
    certainty === undefined ? noun : `${noun}, maybe`,
    name && styled('code', shortened(name, LONGEST)),
    id && styled('code', shortened(id, LONGEST)),
    operation,
  ];
}
