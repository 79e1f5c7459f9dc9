import type { JsonObject } from '../../src/contract/json.ts';
import { COUNTERS } from '../core/ids.ts';
import type { Kind, Kinds } from '../core/kinds.ts';
import type { World } from '../core/service.ts';
import type { Collection, Key, Transaction } from '../core/store.ts';
import { toText } from '../stores/key-text.ts';
import { putRecord, type Records, UNIQUE } from './records.ts';

/**
 * Lists the collections that contain the state of a sandbox. The settings, the faults and the journal do not belong to
 * the state.
 */
export function stateCollections(kinds: Kinds): Collection[] {
  return [...[...kinds.values()].map(({ records }) => records), UNIQUE, COUNTERS];
}

/**
 * Replaces the complete state of a sandbox. If the sandbox has the setting `identifierSeed`, the next new record gets
 * the first identifier of this seed.
 */
export async function replaceState(tx: Transaction, kinds: Kinds, state: World): Promise<void> {
  await tx.clear(stateCollections(kinds));
  // Each call of `putRecord` first reads the stored record. The calls run concurrently, so that a database store can
  // read all these records of a kind with one statement.
  for (const kind of kinds.values())
    await Promise.all(recordsOf(state, kind).map((record) => putRecord(tx, kind, record)));
}

export async function readState(records: Records, kinds: Kinds): Promise<World> {
  const lists: [string, JsonObject[]][] = [];
  for (const { model } of kinds.values()) lists.push([model.collection, await records.list(model.name)]);
  return Object.fromEntries(lists);
}

/** Returns the state with an empty list for each absent collection. */
export function completeState(kinds: Kinds, state: World): World {
  return Object.fromEntries([...kinds.values()].map((kind) => [kind.model.collection, recordsOf(state, kind)]));
}

/** An inconsistency in a state: the JSON Pointer of the inconsistent record, and a sentence about the reason. */
export interface StateError {
  readonly pointer: string;
  readonly detail: string;
}

/** Lists the inconsistencies of a state: references to nonexistent records, and duplicate records. */
export function stateErrors(kinds: Kinds, state: World): StateError[] {
  const known = new Set(
    [...kinds.values()].flatMap((kind) => recordsOf(state, kind).map((record) => idOf(kind, kind.key(record)))),
  );
  return [...kinds.values()].flatMap((kind) => [...invalidReferences(state, kind, known), ...duplicates(state, kind)]);
}

function* invalidReferences(state: World, kind: Kind, known: ReadonlySet<string>): Generator<StateError> {
  for (const [index, record] of recordsOf(state, kind).entries()) {
    const invalid = kind.references(record).find((reference) => !known.has(idOf(reference.kind, reference.key)));
    if (invalid) yield stateError(kind, index, missingMessage(invalid));
  }
}

/** Returns the message for a nonexistent record. The message contains the IDs of the record and its parent. */
export function missingMessage({ kind, key }: { readonly kind: Kind; readonly key: Key }): string {
  return kind.missingMessage(String(key.at(-1)), key.at(-2));
}

function* duplicates(state: World, kind: Kind): Generator<StateError> {
  const { model, resource } = kind;
  const keys = new Set<string>();
  const entries = new Set<string>();
  for (const [index, record] of recordsOf(state, kind).entries()) {
    const key = kind.key(record);
    const entry = kind.uniqueKey(record);
    if (!isNew(keys, key)) yield stateError(kind, index, `${model.noun} ${key.at(-1)} exists twice.`);
    else if (entry && !isNew(entries, entry))
      yield stateError(kind, index, duplicateMessage({ model, resource }, record));
  }
}

/** Returns the message that another record has the same unique values as the given record. */
export function duplicateMessage({ model, resource }: Pick<Kind, 'model' | 'resource'>, record: JsonObject): string {
  return resource.duplicateMessage?.(record) ?? `another ${model.noun} has the same unique values.`;
}

function recordsOf(state: World, { model }: Kind): readonly JsonObject[] {
  return (state[model.collection] ?? []) as readonly JsonObject[];
}

function idOf({ model }: Kind, key: Key): string {
  return toText([model.collection, ...key]);
}

function isNew(seen: Set<string>, key: Key): boolean {
  return seen.size < seen.add(toText(key)).size;
}

function stateError({ model: { collection } }: Kind, index: number, reason: string): StateError {
  return { pointer: `/${collection}/${index}`, detail: `${collection}.${index}: ${reason}` };
}
