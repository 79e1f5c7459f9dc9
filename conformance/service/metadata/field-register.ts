import { isObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { LedgerExchange, Observer } from '../../engine/ledger/record-model.ts';

/** A field that the run sent only in upserts that the target rejected. */
export interface RejectedField {
  readonly groupRef: string;
  readonly objectName: string;
  readonly fieldName: string;
  /** The statuses of the rejected upserts of the field. */
  readonly statuses: ReadonlySet<number>;
}

interface KnownField extends RejectedField {
  readonly statuses: Set<number>;
  /**
   * True if the target may have stored the field: an upsert of the field was accepted, got a server error, or got no
   * response.
   */
  mayExist: boolean;
}

/** Collects the fields in all upserts of a run, separately for each operation. */
export class FieldRegister implements Observer {
  readonly #byOperation = new Map<string, Map<string, KnownField>>();

  observe({ operation: { operationId }, parts: { requestBody }, answer }: LedgerExchange): void {
    if (!isObject(requestBody) || !isObject(requestBody.fields)) return;
    const groupRef = typeof requestBody.groupRef === 'string' ? requestBody.groupRef : '';
    const fields = this.#byOperation.get(operationId) ?? new Map<string, KnownField>();
    this.#byOperation.set(operationId, fields);
    const isRejected = answer !== undefined && answer.status >= 400 && answer.status < 500;
    for (const [objectName, definitions] of Object.entries(requestBody.fields)) {
      for (const definition of Array.isArray(definitions) ? definitions : []) {
        const fieldName = isObject(definition) ? definition.fieldName : undefined;
        if (typeof fieldName !== 'string') continue;
        const key = JSON.stringify([groupRef, objectName, fieldName]);
        const field = fields.get(key) ?? {
          groupRef,
          objectName,
          fieldName,
          statuses: new Set<number>(),
          mayExist: false,
        };
        fields.set(key, field);
        if (isRejected) field.statuses.add(answer.status);
        else if (!answer || isSuccess(answer) || answer.status >= 500) field.mayExist = true;
      }
    }
  }

  /** The fields that the target rejected in every upsert, and whose names contain `part`. */
  rejected(operationId: string, part: string): RejectedField[] {
    const fields = [...(this.#byOperation.get(operationId)?.values() ?? [])];
    return fields.filter(({ mayExist, fieldName }) => !mayExist && fieldName.includes(part));
  }
}
