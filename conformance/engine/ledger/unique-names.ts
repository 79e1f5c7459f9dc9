import { creationOf, type ExchangeParts, evaluate } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { rulesOf } from '../../../src/contract/document/rule.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { replaced } from '../body-places.ts';
import type { Case } from '../case.ts';
import { validBody } from '../request/request.ts';
import { violationsOf } from '../request/samples.ts';
import type { Scope } from '../scope.ts';

/** What the run did with one name, or another value that is unique among the records of a kind. */
interface UniqueName {
  readonly name: string;
  /** The path parameters of the first creation that succeeded. */
  createdAt?: ExchangeParts['path'];
  /** Statuses of the requests that were rejected, 409 excepted. */
  readonly rejected: Set<number>;
  isUncertain: boolean;
}

/** Most names of one kind that are tested at the end, and most that were rejected with one status. */
const MOST = 40;
const MOST_OF_STATUS = 6;
const AT_A_TIME = 8;

/** Follows the names of operations whose document has a 409: a second creation shows whether the first one exists. */
export class UniqueNames {
  readonly #byOperation = new Map<string, Map<string, UniqueName>>();

  /** @param answer undefined if no response came */
  observe(operation: Operation, parts: ExchangeParts, answer: Answer | undefined): void {
    const name = isConflicting(operation) ? evaluate(creationOf(operation)?.name, parts) : undefined;
    if (typeof name !== 'string') return;
    const { operationId } = operation;
    const names = this.#byOperation.get(operationId) ?? new Map<string, UniqueName>();
    this.#byOperation.set(operationId, names);
    const known = names.get(name) ?? { name, rejected: new Set(), isUncertain: false };
    names.set(name, known);
    if (!answer || answer.status >= 500) known.isUncertain = true;
    else if (isSuccess(answer)) known.createdAt ??= parts.path;
    else if (answer.status !== 409) known.rejected.add(answer.status);
  }

  of({ operationId }: Operation): readonly UniqueName[] {
    return [...(this.#byOperation.get(operationId)?.values() ?? [])];
  }
}

export function isConflicting(operation: Operation): boolean {
  const name = creationOf(operation)?.name ?? '';
  return name.startsWith('request.body#') && operation.responses.some(({ status }) => status === '409');
}

/** At the end of a run: each name that was created is taken, and each name that was only rejected is free. */
export function namesAtTheEnd(operation: Operation): Case {
  const conflict = operation.responses.find(({ status }) => status === '409');
  const rules = rulesOf(conflict?.node).map(({ id }) => id);
  return {
    id: `${operation.operationId}/ledger/names`,
    title: `${operation.operationId} created what it accepted, and nothing that it rejected`,
    rules: ['rejected-unchanged', ...rules],
    operation,
    run: async (scope) => {
      const { session } = scope;
      const create = (name: string, params: ExchangeParts['path'] = {}) =>
        scope.send({ operation, params, body: named(scope, operation, name) });
      const control = session.emailAddress(session.uniqueName());
      const statuses = [(await create(control)).status, (await create(control)).status];
      scope.mustHold(statuses.join() === '201,409', 'a name that is taken does not cause a 409');
      const all = session.uniqueNames.of(operation).filter(({ isUncertain }) => !isUncertain);
      const created = spread(
        all.filter(({ createdAt }) => createdAt !== undefined),
        MOST,
      );
      await inParallel(created, async ({ name, createdAt }) => {
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
        const [status = 0] = one.rejected;
        const message = `${one.name} exists, though the request was rejected with ${status}`;
        for (const rule of status === 401 ? ['rejected-unchanged', 'auth-rejected'] : ['rejected-unchanged'])
          scope.check(rule, answer.status !== 409, message, '201', answer);
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

export async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const next = async () => {
    for (const one of queue) await work(one);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
}
