import type { Contract } from '../../src/contract/contract.ts';
import { surplusViolations } from '../../src/contract/schema/surplus.ts';
import { mergePatch } from '../core/merge-patch.ts';
import type { OperationContext } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { invalidRequest, MOST_REFUSED, THOROUGH_BYTES } from '../pipeline/validate-request.ts';
import type { Collections } from '../sandboxes/collections.ts';
import { KINDS, type KindName } from '../sandboxes/kinds.ts';
import { findRival } from '../sandboxes/records.ts';
import { RESOURCES } from './resources.ts';

/** The record after a JSON Merge Patch (RFC 7396), or why that is none. */
export type Patch<C extends KindName> = (record: Collections[C], patch: unknown) => Collections[C] | Problem;

/** Patches records of a kind and holds the result against its schema in the document of the control API. */
export function patchOf<C extends KindName>(control: Contract, collection: C): Patch<C> {
  const { noun, key } = KINDS[collection];
  const { name } = RESOURCES[collection];
  const schema = { $ref: `#/components/schemas/${name}` };
  const validate = control.schema(name);
  return (record, patch) => {
    if (isDeeper(patch, DEEPEST)) return new Problem('invalidRequest', `A patch has at most ${DEEPEST} levels.`);
    const unknown = surplusViolations(control.root, schema, patch, MOST_REFUSED);
    if (unknown.length > 0) return invalidRequest(unknown);
    const patched = mergePatch(record, patch) as Collections[C];
    const violations = validate(patched, JSON.stringify(patched).length <= THOROUGH_BYTES);
    if (violations.length > 0) return invalidRequest(violations);
    if (JSON.stringify(key(patched)) === JSON.stringify(key(record))) return patched;
    return new Problem('impossible', `What names the ${noun} cannot change. Delete it and create another.`);
  };
}

/** More than any record has; what is merged level by level must have an end. */
const DEEPEST = 32;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Why the record cannot be: what it refers to is not there, or another has what no two may share. */
export async function refusal<C extends KindName>(
  collection: C,
  record: Collections[C],
  context: OperationContext,
): Promise<Problem | undefined> {
  const { references, index } = KINDS[collection];
  for (const reference of references?.(record) ?? []) {
    const found = await context.tx.get(reference.collection, reference.key);
    if (!found) return new Problem('impossible', sentence(reference.missing));
  }
  const taken = await isTaken(collection, record, context);
  return taken ? new Problem('conflict', sentence(index?.(record)?.taken ?? '')) : undefined;
}

async function isTaken<C extends KindName>(
  collection: C,
  record: Collections[C],
  context: OperationContext,
): Promise<boolean> {
  const rival = await findRival(context.tx, collection, record);
  if (!rival) return false;
  await RESOURCES[collection].asOfNow?.(rival, context);
  return (await findRival(context.tx, collection, record)) !== undefined;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
