import {
  cleanupSentence,
  type LeftoverFacts,
  leftoverCounts,
  leftoverSentence,
  nounOf,
  usedOf,
} from '../../run-result/leftovers.ts';
import type { CreatedData } from '../../run-result/trace.ts';
import { shortened } from '../../run-result/words.ts';
import { type Block, on, section, styled, table, text } from '../blocks.ts';

const LONGEST = 80;

/** Section about the records that the run created and did not delete, and about the fixtures that the run deleted. */
export function leftoversSection(result: LeftoverFacts): Block[] {
  const counts = leftoverCounts(result);
  if (counts === '') return [];
  const { runId, leftovers = [] } = result;
  const run =
    runId === undefined ? [] : [' The names of the created records contain the run ID ', styled('code', runId), '.'];
  const rows = [
    ...usedOf(result).flatMap(([kind, ids]) =>
      ids.map((id) => [`${nounOf({ kind })}, deleted`, '', styled('code', id), '']),
    ),
    ...leftovers.map(rowOf),
  ];
  return [
    ...on(['terminal'], ...section({}, [text(styled('dim', `Created and not deleted: ${leftoverSentence(result)}`))])),
    ...on(
      ['page', 'summary'],
      ...section({ id: 'page-leftovers', title: 'Created and not deleted' }, [
        text(`${counts}.`, run, cleanupSentence(result)),
        {
          kind: 'details',
          summary: 'Show all',
          blocks: table('Created and not deleted', ['Kind', 'Name', 'ID', 'Operation'], rows),
        },
      ]),
    ),
  ];
}

function rowOf(created: CreatedData) {
  const { name = '', id = '', operation, certainty } = created;
  const noun = nounOf(created);
  return [
    certainty === undefined ? noun : `${noun} (uncertain)`,
    name && styled('code', shortened(name, LONGEST)),
    id && styled('code', shortened(id, LONGEST)),
    operation,
  ];
}
