import type { Contract } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { unknownPropertyViolations } from '../../src/contract/schema/unknown-properties.ts';
import type { Kind } from '../core/kinds.ts';
import { Problem } from '../core/problem.ts';
import type { Transaction } from '../core/store.ts';
import { ALL_VIOLATIONS_BYTES, invalidRequest, MAX_UNKNOWN_PROPERTIES } from '../pipeline/validate-request.ts';
import type { Records } from '../sandboxes/records.ts';
import { duplicateMessage, missingMessage } from '../sandboxes/state.ts';
import { mergePatch } from './merge-patch.ts';

/**
 * Applies a JSON Merge Patch (RFC 7396) to a record. Returns the new record, or a problem if the new record is invalid.
 */
export type Patch = (record: JsonObject, patch: unknown) => JsonObject | Problem;

/**
 * Creates the function that patches a record of a kind, and validates the new record against the document of the
 * control API.
 */
export function patchOf(control: Contract, kind: Kind): Patch {
  const { noun, type } = kind.model;
  const schema = { $ref: `#/components/schemas/${type}` };
  const validate = control.schema(type);
  return (record, patch) => {
    if (isDeeperThan(patch, MAX_DEPTH))
      return new Problem(
        'invalidRequest',
        `The patch is nested more than ${MAX_DEPTH} levels deep; expected at most ${MAX_DEPTH}.`,
      );
    const unknown = unknownPropertyViolations(control.root, schema, patch, MAX_UNKNOWN_PROPERTIES);
    if (unknown.length > 0) return invalidRequest(unknown);
    const patched = mergePatch(record, patch) as JsonObject;
    const violations = validate(patched, JSON.stringify(patched).length <= ALL_VIOLATIONS_BYTES);
    if (violations.length > 0) return invalidRequest(violations);
    if (JSON.stringify(kind.key(patched)) === JSON.stringify(kind.key(record))) return patched;
    return new Problem(
      'impossible',
      `The patch changes the key of the ${noun}. Delete the ${noun} and create a new ${noun}.`,
    );
  };
}

/**
 * Largest depth of a patch, in levels. No record has so many levels, and without a limit a patch with very many levels
 * would overflow the stack.
 */
const MAX_DEPTH = 32;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((nested) => isDeeperThan(nested, levels - 1));
}

/**
 * Returns a problem if the given record refers to a nonexistent record, or if another record of the same kind has the
 * same unique values (`Kind.uniqueKey`).
 */
export async function recordProblem(
  kind: Kind,
  record: JsonObject,
  records: Records,
  tx: Transaction,
): Promise<Problem | undefined> {
  for (const reference of kind.references(record)) {
    const found = await tx.get(reference.kind.records, reference.key);
    if (!found) return new Problem('impossible', capitalized(missingMessage(reference)));
  }
  const duplicate = await records.findDuplicate(kind.model.name, record);
  return duplicate && new Problem('conflict', capitalized(duplicateMessage(kind, record)));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
