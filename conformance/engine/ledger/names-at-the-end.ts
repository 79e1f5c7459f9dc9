import { creationOf, type ExchangeParts } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { rulesOf } from '../../../src/contract/document/rule.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import { replaced } from '../bodies/body-places.ts';
import type { Case } from '../case.ts';
import { validBody } from '../request/request.ts';
import { violationsOf } from '../request/samples.ts';
import type { Scope } from '../scope.ts';
import { inParallel } from './in-parallel.ts';
import { waitUntilQuiet } from './quiet.ts';
import type { UniqueName } from './unique-names.ts';

/**
 * Maximum number of names of created records that the suite tests at the end of a run, for each combination of address,
 * query and headers in the creating requests. For example, a faulty service may store no record if the creating request
 * has an unusual query.
 */
const MAX_CREATED = 12;
/** Maximum number of names from rejected requests that the suite tests at the end, for each status of a rejection. */
const MAX_REJECTED = 1000;
const AFTER_CONFLICTS = 4;

/** By status of a rejection: the ID of the rule that requires this status for a malformed request. */
const BY_STATUS: Readonly<Record<number, string>> = { 400: 'malformed-body', 415: 'media-type' };

/**
 * The final case that tests that the name of every created record is taken, and that a name that only rejected requests
 * contain is free.
 */
export function namesAtTheEnd(operation: Operation): Case {
  const conflict = operation.responses.find(({ status }) => status === '409');
  const rules = rulesOf(conflict?.node).map(({ id }) => id);
  return {
    id: `${operation.operationId}/ledger/names`,
    title: `${operation.operationId} stores every accepted record and no rejected record until the end of the run`,
    tags: ['thorough'],
    rules: ['rejected-unchanged', ...rules],
    operation,
    run: async (scope) => {
      const { session } = scope;
      const create = (name: string, params: ExchangeParts['path'] = {}) =>
        scope.send({ operation, params, body: bodyWithName(scope, operation, name) });
      await waitUntilQuiet(session);
      const body = validBody(session, operation);
      const [first, second] = [await scope.send({ operation, body }), await scope.send({ operation, body })];
      scope.require(isSuccess(first), `the target rejects a new name (${describe(first)})`);
      scope.require(second.status < 500, `the target responds with ${second.status} to a taken name`);
      scope.rejected(second, 409, 'this run created a record with this name', rules, rules);
      if (second.status !== 409) {
        // If the target does not respond with 409 to a taken name, no response shows whether a name is taken.
        scope.holds('rejected-unchanged');
        return;
      }
      const known = new Set(session.uniqueNames.of(operation));
      // A faulty service may create a record although it rejects the request with 409, and may create it only after
      // some time.
      for (let count = 0; count < AFTER_CONFLICTS; count++) {
        await scope.send({ operation, body });
        await scope.send({ operation, body: validBody(session, operation) });
      }
      const all = session.uniqueNames
        .of(operation)
        // A name of another run may exist already.
        .filter(({ name, isUncertain }) => !isUncertain && name.includes(session.target.runId));
      const created = all.filter(({ createdAt }) => createdAt !== undefined);
      const [earlier = [], latest = []] = [true, false].map((is) => created.filter((one) => known.has(one) === is));
      const byForm = Map.groupBy(earlier, ({ form }) => form);
      const tested = [...byForm.values()].flatMap((ofForm) => evenSample(ofForm, MAX_CREATED));
      await inParallel([...tested, ...latest], async ({ name, createdAt }) => {
        const answer = await create(name, createdAt);
        const message = `the name ${name} is free; expected a conflict, because this run created a record with this name`;
        if (isSuccess(answer)) for (const rule of rules) scope.broken(rule, message, '409', answer);
      });
      scope.holds(...rules);
      const fits = ({ name }: UniqueName) =>
        violationsOf(session.contract, operation, bodyWithName(scope, operation, name)).length === 0;
      const rejected = all.filter((one) => one.createdAt === undefined && one.rejected.size > 0 && fits(one));
      const byStatus = Map.groupBy(rejected, (one) => Math.min(...one.rejected));
      const chosen = [...byStatus.values()].flatMap((ofStatus) => evenSample(ofStatus, MAX_REJECTED));
      await inParallel(chosen, async (one) => {
        const answer = await create(one.name);
        const statuses = [...one.rejected].toSorted();
        const message = `the name ${one.name} is taken, although the target rejected its requests with ${statuses.join(' and ')}`;
        const rulesOfStatus = statuses.every((status) => status === 401)
          ? ['auth-rejected']
          : [...statuses.flatMap((status) => BY_STATUS[status] ?? []), ...rules];
        const broken = new Set(['rejected-unchanged', ...rulesOfStatus]);
        scope.check([...broken], answer.status !== 409, message, '201', answer);
      });
    },
  };
}

function bodyWithName(scope: Scope, operation: Operation, name: string): unknown {
  const [, pointer = ''] = creationOf(operation)?.name?.split('request.body#') ?? [];
  return replaced(validBody(scope.session, operation), tokens(pointer), name);
}

/** Selects at most `most` items at regular intervals from the list. */
function evenSample<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, index) => all[Math.floor(index * step)] as T);
}
