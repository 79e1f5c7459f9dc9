import type { JsonObject } from '../../src/contract/json.ts';
import { COUNTERS } from '../core/ids.ts';
import type { Kind, Kinds } from '../core/kinds.ts';
import type { World } from '../core/service.ts';
import type { Collection, Key, Transaction } from '../core/store.ts';
import { toText } from '../stores/key-text.ts';
import { putRecord, type Records, UNIQUE } from './records.ts';

/** What the API shows; the other collections are about the sandbox itself. */
export function worldCollections(kinds: Kinds): Collection[] {
  return [...[...kinds.values()].map(({ records }) => records), UNIQUE, COUNTERS];
}

/** Replaces the whole world; identifiers from a seed begin anew. */
export async function loadWorld(tx: Transaction, kinds: Kinds, world: World): Promise<void> {
  await tx.clear(worldCollections(kinds));
  for (const kind of kinds.values()) for (const record of recordsOf(world, kind)) await putRecord(tx, kind, record);
}

export async function readWorld(records: Records, kinds: Kinds): Promise<World> {
  const lists: [string, JsonObject[]][] = [];
  for (const { model } of kinds.values()) lists.push([model.collection, await records.list(model.name)]);
  return Object.fromEntries(lists);
}

/** The world with an empty list for each collection that it does not contain. */
export function completeWorld(kinds: Kinds, world: World): World {
  return Object.fromEntries([...kinds.values()].map((kind) => [kind.model.collection, recordsOf(world, kind)]));
}

/** A place in a world that cannot stand: JSON Pointer and one sentence. */
export interface WorldMistake {
  readonly pointer: string;
  readonly detail: string;
}

/** References that lead to nothing, and what exists twice. */
export function worldMistakes(kinds: Kinds, world: World): WorldMistake[] {
  const known = new Set(
    [...kinds.values()].flatMap((kind) => recordsOf(world, kind).map((record) => idOf(kind, kind.key(record)))),
  );
  return [...kinds.values()].flatMap((kind) => [...dangling(world, kind, known), ...repeated(world, kind)]);
}

function* dangling(world: World, kind: Kind, known: ReadonlySet<string>): Generator<WorldMistake> {
  for (const [index, record] of recordsOf(world, kind).entries()) {
    const broken = kind.references(record).find((reference) => !known.has(idOf(reference.kind, reference.key)));
    if (broken) yield mistake(kind, index, missing(broken));
  }
}

/** Ids in place of names. */
export function missing({ kind, key }: { readonly kind: Kind; readonly key: Key }): string {
  return kind.missing(String(key.at(-1)), key.at(-2));
}

function* repeated(world: World, kind: Kind): Generator<WorldMistake> {
  const { model, resource } = kind;
  const keys = new Set<string>();
  const entries = new Set<string>();
  for (const [index, record] of recordsOf(world, kind).entries()) {
    const key = kind.key(record);
    const entry = kind.uniqueKey(record);
    if (!isNew(keys, key)) yield mistake(kind, index, `${model.noun} ${key.at(-1)} is there twice.`);
    else if (entry && !isNew(entries, entry)) yield mistake(kind, index, taken({ model, resource }, record));
  }
}

/** Why another record cannot have the same unique values. */
export function taken({ model, resource }: Pick<Kind, 'model' | 'resource'>, record: JsonObject): string {
  return resource.taken?.(record) ?? `there already is a ${model.noun} with the same unique values.`;
}

function recordsOf(world: World, { model }: Kind): readonly JsonObject[] {
  return (world[model.collection] ?? []) as readonly JsonObject[];
}

function idOf({ model }: Kind, key: Key): string {
  return toText([model.collection, ...key]);
}

function isNew(seen: Set<string>, key: Key): boolean {
  return seen.size < seen.add(toText(key)).size;
}

function mistake({ model: { collection } }: Kind, index: number, reason: string): WorldMistake {
  return { pointer: `/${collection}/${index}`, detail: `${collection}.${index}: ${reason}` };
}
