import { creationOf, deletionOf, type ExchangeParts, evaluate } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';

/**
 * The results of all requests of the run with the same name, or with the same value of another property that must be
 * unique.
 */
export interface UniqueName {
  readonly name: string;
  /** The path parameters of the first request that created a record with the name. */
  createdAt?: ExchangeParts['path'];
  /** The address, query and headers of the first request that created a record with the name, as JSON text. */
  form?: string;
  /** The statuses, except 409, with which the target rejected requests that contain the name. */
  readonly rejected: Set<number>;
  /**
   * True if it is unknown whether a record with the name exists: a creation got no response or a 5xx, or a request may
   * have deleted the record.
   */
  isUncertain: boolean;
}

/**
 * Records the names in requests to operations with a documented 409. If a second creation with the same name gets the
 * documented 409, the record of the first creation exists.
 */
export class UniqueNames {
  readonly #byOperation = new Map<string, Map<string, UniqueName>>();
  readonly #byRecord = new Map<string, UniqueName>();

  /** @param answer undefined if no response arrived */
  observe(operation: Operation, request: WireRequest, parts: ExchangeParts, answer: Answer | undefined): void {
    const deletion = deletionOf(operation);
    if (deletion) {
      const deleted = this.#byRecord.get(`${deletion.kind} ${evaluate(deletion.id, parts)}`);
      if (deleted && (!answer || answer.status < 400 || answer.status >= 500)) deleted.isUncertain = true;
      return;
    }
    const creation = isConflicting(operation) ? creationOf(operation) : undefined;
    const name = evaluate(creation?.name, parts);
    if (!creation || typeof name !== 'string') return;
    const { operationId } = operation;
    const names = this.#byOperation.get(operationId) ?? new Map<string, UniqueName>();
    this.#byOperation.set(operationId, names);
    const known = names.get(name) ?? { name, rejected: new Set(), isUncertain: false };
    names.set(name, known);
    if (!answer || answer.status >= 500) known.isUncertain = true;
    else if (isSuccess(answer)) {
      known.createdAt ??= parts.path;
      known.form ??= JSON.stringify([request.path, request.headers]);
      this.#byRecord.set(`${creation.kind} ${evaluate(creation.id, parts)}`, known);
    } else if (answer.status !== 409) known.rejected.add(answer.status);
  }

  /**
   * The names in requests to an operation, in alphabetical order, so that the result does not depend on the order of
   * the requests.
   */
  of({ operationId }: Operation): readonly UniqueName[] {
    const names = [...(this.#byOperation.get(operationId)?.values() ?? [])];
    return names.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }
}

export function isConflicting(operation: Operation): boolean {
  const name = creationOf(operation)?.name ?? '';
  return name.startsWith('request.body#') && operation.responses.some(({ status }) => status === '409');
}
