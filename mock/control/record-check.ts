import type { Contract } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { unknownPropertyViolations } from '../../src/contract/schema/unknown-properties.ts';
import type { Kind } from '../core/kinds.ts';
import { mergePatch } from '../core/merge-patch.ts';
import { Problem } from '../core/problem.ts';
import type { Transaction } from '../core/store.ts';
import { invalidRequest, MOST_REFUSED, THOROUGH_BYTES } from '../pipeline/validate-request.ts';
import type { Records } from '../sandboxes/records.ts';
import { missing, taken } from '../sandboxes/world.ts';

/** The record after a JSON Merge Patch (RFC 7396), or why that is none. */
export type Patch = (record: JsonObject, patch: unknown) => JsonObject | Problem;

/** Patches records of a kind and validates the result against its schema in the document of the control API. */
export function patchOf(control: Contract, kind: Kind): Patch {
  const { noun, type } = kind.model;
  const schema = { $ref: `#/components/schemas/${type}` };
  const validate = control.schema(type);
  return (record, patch) => {
    if (isDeeper(patch, DEEPEST)) return new Problem('invalidRequest', `A patch has at most ${DEEPEST} levels.`);
    const unknown = unknownPropertyViolations(control.root, schema, patch, MOST_REFUSED);
    if (unknown.length > 0) return invalidRequest(unknown);
    const patched = mergePatch(record, patch) as JsonObject;
    const violations = validate(patched, JSON.stringify(patched).length <= THOROUGH_BYTES);
    if (violations.length > 0) return invalidRequest(violations);
    if (JSON.stringify(kind.key(patched)) === JSON.stringify(kind.key(record))) return patched;
    return new Problem('impossible', `What names the ${noun} cannot change. Delete it and create another.`);
  };
}

/** More than any record has; what is merged level by level must have an end. */
const DEEPEST = 32;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Why the record cannot be: what it refers to does not exist, or another has the same unique values. */
export async function refusal(
  kind: Kind,
  record: JsonObject,
  records: Records,
  tx: Transaction,
): Promise<Problem | undefined> {
  for (const reference of kind.references(record)) {
    const found = await tx.get(reference.kind.records, reference.key);
    if (!found) return new Problem('impossible', sentence(missing(reference)));
  }
  const rival = await records.rival(kind.model.name, record);
  return rival && new Problem('conflict', sentence(taken(kind, record)));
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
