import type { JsonObject } from '../../src/contract/json.ts';
import type { Kind } from '../core/kinds.ts';
import type { Records } from '../sandboxes/records.ts';

/** A message names at most this number of dependent records. */
const MAX_NAMED = 10;

/**
 * Lists the names of the records that cannot exist without the given record, such as `book X`. If more than ten records
 * depend on the given record, the list contains the first ten names and `and more`.
 */
export async function dependentsOf(kind: Kind, record: JsonObject, records: Records): Promise<string[]> {
  const names: string[] = [];
  for (const child of kind.children) {
    const found = await childrenOf(kind, record, child, records, MAX_NAMED + 1);
    names.push(...found.map((one) => `${child.model.noun} ${child.key(one).at(-1)}`));
    if (names.length > MAX_NAMED) return [...names.slice(0, MAX_NAMED), 'and more'];
  }
  return names;
}

export async function deleteDependents(kind: Kind, record: JsonObject, records: Records): Promise<void> {
  for (const child of kind.children) {
    for (const one of await childrenOf(kind, record, child, records)) await records.delete(child.model.name, one);
  }
}

/**
 * Lists the children of a record: the records of the kind `child` that cannot exist without the record. If the record
 * keys of the children begin with the key of the record, the store finds the children by this prefix. If the record
 * keys of the children begin with another key, the function reads all records of the kind `child`, and selects the
 * children.
 */
async function childrenOf(
  kind: Kind,
  record: JsonObject,
  child: Kind,
  records: Records,
  limit?: number,
): Promise<JsonObject[]> {
  const key = kind.key(record);
  const { name, key: parts } = kind.model;
  const isPrefix = parts.every(({ parent = name }, index) => child.model.key[index]?.parent === parent);
  if (isPrefix) return records.list(child.model.name, key, { limit });
  const belongs = (one: JsonObject) =>
    child.references(one).some((reference) => reference.kind === kind && `${reference.key}` === `${key}`);
  return (await records.list(child.model.name)).filter(belongs);
}
