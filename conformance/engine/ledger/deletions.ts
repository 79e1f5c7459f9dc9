import { deletionOf } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';

/** A successful deletion. */
interface Deletion {
  readonly request: WireRequest;
  /** The time of the response to the deletion, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Collects the successful deletions of a run. */
export class Deletions {
  readonly #byOperation = new Map<Operation, Deletion[]>();

  observe(operation: Operation, request: WireRequest, answer: Answer | undefined): void {
    if (!isFinalDeletion(operation) || !answer || !isSuccess(answer) || answer.isSecond) return;
    const known = this.of(operation);
    this.#byOperation.set(operation, [...known, { request, at: performance.now() }]);
  }

  of(operation: Operation): readonly Deletion[] {
    return this.#byOperation.get(operation) ?? [];
  }
}

/** True if the document requires a 404 in response to a second deletion of the same record. */
export function isFinalDeletion(operation: Operation): boolean {
  return deletionOf(operation) !== undefined && operation.responses.some(({ status }) => status === '404');
}
