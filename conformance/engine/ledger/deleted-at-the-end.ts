import type { Operation } from '../../../src/contract/document/operation.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../case.ts';
import { primaryRule } from '../rules/rules.ts';
import { inParallel } from './in-parallel.ts';
import { waitUntil } from './quiet.ts';

/** Maximum number of deletions that the suite repeats at the end of a run. */
const MAX_DELETIONS = 64;

/**
 * Time in milliseconds to wait after the last deletion, since a background job of the service may restore a deleted
 * record.
 */
const LATE_MS = 1700;

/** The final case that tests that no deleted record exists at the end of the run. */
export function deletedAtTheEnd(operation: Operation): Case {
  const rule = primaryRule(operation);
  return {
    id: `${operation.operationId}/ledger/deleted`,
    title: `${operation.operationId} deletes records permanently: they do not exist at the end of the run`,
    tags: ['thorough'],
    rules: [rule],
    operation,
    run: async (scope) => {
      const deletions = scope.session.deletions.of(operation).slice(0, MAX_DELETIONS);
      scope.require(deletions.length > 0, 'the run deleted nothing');
      await waitUntil(Math.max(...deletions.map(({ at }) => at)) + LATE_MS);
      await inParallel(deletions, async ({ request }) => {
        const answer = await scope.sendWire(request, operation);
        scope.check(
          rule,
          !isSuccess(answer),
          'the target responds with success to a second deletion of a record at the end of the run',
          '404',
          answer,
        );
      });
    },
  };
}
