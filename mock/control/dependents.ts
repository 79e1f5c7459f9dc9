import type { Transaction } from '../core/store.ts';
import type { Collections } from '../sandboxes/collections.ts';
import { KINDS, type KindName } from '../sandboxes/kinds.ts';

/** How many are named. */
const NAMED = 10;

/** What cannot be without the record: the first few by name, and whether there are more. */
export async function dependentsOf<C extends KindName>(
  tx: Transaction,
  collection: C,
  record: Collections[C],
): Promise<string[]> {
  const names: string[] = [];
  for (const range of (await KINDS[collection].dependents?.(record, tx)) ?? []) {
    if (isKind(range.collection)) names.push(...(await namesIn(tx, range.collection, range.prefix)));
    if (names.length > NAMED) return [...names.slice(0, NAMED), 'and more'];
  }
  return names;
}

export async function deleteDependents<C extends KindName>(
  tx: Transaction,
  collection: C,
  record: Collections[C],
): Promise<void> {
  for (const range of (await KINDS[collection].dependents?.(record, tx)) ?? []) {
    await tx.clear([range.collection], range.prefix);
  }
}

async function namesIn<C extends KindName>(
  tx: Transaction,
  collection: C,
  prefix: readonly string[],
): Promise<string[]> {
  const { noun, key } = KINDS[collection];
  const records = await tx.list(collection, prefix, { limit: NAMED + 1 });
  return records.map((record) => `${noun} ${key(record).at(-1)}`);
}

function isKind(collection: string): collection is KindName {
  return Object.hasOwn(KINDS, collection);
}
