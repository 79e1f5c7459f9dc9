import type { Operation } from '../../../src/contract/document/operation.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../case.ts';
import { primaryRule } from '../rules/rules.ts';
import { inParallel } from './in-parallel.ts';
import { quiet } from './quiet.ts';

/** Most deletions that are repeated at the end. */
const MOST = 64;

/** At the end of a run: what was deleted has not come back. */
export function deletedAtTheEnd(operation: Operation): Case {
  const rule = primaryRule(operation);
  return {
    id: `${operation.operationId}/ledger/deleted`,
    title: `what ${operation.operationId} deleted does not come back`,
    tags: ['thorough'],
    rules: [rule],
    operation,
    run: async (scope) => {
      const deletions = scope.session.deletions.of(operation).slice(0, MOST);
      scope.mustHold(deletions.length > 0, 'the run deleted nothing');
      await quiet(deletions.map(({ at }) => at));
      await inParallel(deletions, async ({ request }) => {
        const answer = await scope.sendWire(request, operation);
        scope.check(rule, !isSuccess(answer), 'a record that was deleted exists again', '404', answer);
      });
    },
  };
}
