import { creationOf, type ExchangeParts } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { rulesOf } from '../../../src/contract/document/rule.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import { isSuccess } from '../../connection/answer.ts';
import { replaced } from '../bodies/body-places.ts';
import type { Case } from '../case.ts';
import { validBody } from '../request/request.ts';
import { violationsOf } from '../request/samples.ts';
import type { Scope } from '../scope.ts';
import { inParallel } from './in-parallel.ts';
import type { UniqueName } from './unique-names.ts';

/** Most names of one kind that are tested at the end, and most that were rejected with one status. */
const MOST = 20;
const MOST_OF_STATUS = 300;
const AFTER_CONFLICTS = 4;

/** The rules behind a rejection by its status, where it is about the message. */
const BY_STATUS: Readonly<Record<number, string>> = { 400: 'malformed-body', 415: 'media-type' };

/** At the end of a run: each name that was created is taken, and each name that was only rejected is free. */
export function namesAtTheEnd(operation: Operation): Case {
  const conflict = operation.responses.find(({ status }) => status === '409');
  const rules = rulesOf(conflict?.node).map(({ id }) => id);
  return {
    id: `${operation.operationId}/ledger/names`,
    title: `${operation.operationId} created what it accepted, and nothing that it rejected`,
    tags: ['thorough'],
    rules: ['rejected-unchanged', ...rules],
    operation,
    run: async (scope) => {
      const { session } = scope;
      const create = (name: string, params: ExchangeParts['path'] = {}) =>
        scope.send({ operation, params, body: named(scope, operation, name) });
      const body = validBody(session, operation);
      const [first, second] = [await scope.send({ operation, body }), await scope.send({ operation, body })];
      scope.mustHold(isSuccess(first) && second.status === 409, 'a name that is taken does not cause a 409');
      const known = new Set(session.uniqueNames.of(operation));
      // What a service creates after it rejected a request may be lost with that.
      for (let count = 0; count < AFTER_CONFLICTS; count++) {
        await scope.send({ operation, body });
        await scope.send({ operation, body: validBody(session, operation) });
      }
      const all = session.uniqueNames
        .of(operation)
        // Names of other runs may exist for another reason.
        .filter(({ name, isUncertain }) => !isUncertain && name.includes(session.target.runId));
      const created = all.filter(({ createdAt }) => createdAt !== undefined);
      const [earlier = [], latest = []] = [true, false].map((is) => created.filter((one) => known.has(one) === is));
      await inParallel([...spread(earlier, MOST), ...latest], async ({ name, createdAt }) => {
        const answer = await create(name, createdAt);
        const message = `${name} was created in this run, and does not exist any more`;
        if (isSuccess(answer)) for (const rule of rules) scope.broken(rule, message, '409', answer);
      });
      scope.holds(...rules);
      const fits = ({ name }: UniqueName) =>
        violationsOf(session.contract, operation, named(scope, operation, name)).length === 0;
      const rejected = all.filter((one) => one.createdAt === undefined && one.rejected.size > 0 && fits(one));
      const byStatus = Map.groupBy(rejected, (one) => Math.min(...one.rejected));
      const chosen = [...byStatus.values()].flatMap((ofStatus) => spread(ofStatus, MOST_OF_STATUS));
      await inParallel(chosen, async (one) => {
        const answer = await create(one.name);
        const statuses = [...one.rejected].toSorted();
        const message = `${one.name} exists, though its requests were rejected with ${statuses.join(' and ')}`;
        const rulesOfStatus = statuses.every((status) => status === 401)
          ? ['auth-rejected']
          : [...statuses.flatMap((status) => BY_STATUS[status] ?? []), ...rules];
        const broken = new Set(['rejected-unchanged', ...rulesOfStatus]);
        scope.check([...broken], answer.status !== 409, message, '201', answer);
      });
    },
  };
}

function named(scope: Scope, operation: Operation, name: string): unknown {
  const [, pointer = ''] = creationOf(operation)?.name?.split('request.body#') ?? [];
  return replaced(validBody(scope.session, operation), tokens(pointer), name);
}

/** At most so many, from the first to the last. */
function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, index) => all[Math.floor(index * step)] as T);
}
