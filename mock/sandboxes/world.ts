import type { Key, Transaction } from '../core/store.ts';
import { toText } from '../stores/key-text.ts';
import { type Collections, WORLD_COLLECTIONS } from './collections.ts';
import { KIND_NAMES, KINDS, type KindName } from './kinds.ts';
import { putRecord } from './records.ts';

/** The whole state of a sandbox as plain data: the seed, a snapshot. */
export type World = { readonly [C in KindName]: readonly Collections[C][] };

export const EMPTY_WORLD: World = {
  projects: [],
  orgs: [],
  providers: [],
  integrations: [],
  installations: [],
  jwtKeys: [],
  invites: [],
  fields: [],
};

/** Replaces the whole world; identifiers from a seed begin anew. */
export async function loadWorld(tx: Transaction, world: World): Promise<void> {
  await tx.clear(WORLD_COLLECTIONS);
  for (const kind of KIND_NAMES) {
    for (const record of world[kind]) await putRecord(tx, kind, record);
  }
}

export async function readWorld(tx: Transaction): Promise<World> {
  return {
    projects: await tx.list('projects'),
    orgs: await tx.list('orgs'),
    providers: await tx.list('providers'),
    integrations: await tx.list('integrations'),
    installations: await tx.list('installations'),
    jwtKeys: await tx.list('jwtKeys'),
    invites: await tx.list('invites'),
    fields: await tx.list('fields'),
  };
}

/** A place in a world that cannot stand: JSON Pointer and one sentence. */
export interface WorldMistake {
  readonly pointer: string;
  readonly detail: string;
}

/** References that lead to nothing, and what is there twice. */
export function worldMistakes(world: World): WorldMistake[] {
  const known = new Map(KIND_NAMES.map((kind) => [kind, keysOf(world, kind)]));
  return KIND_NAMES.flatMap((kind) => [...dangling(world, kind, known), ...repeated(world, kind)]);
}

type Keys = ReadonlySet<string>;

function keysOf<C extends KindName>(world: World, kind: C): Keys {
  return new Set(recordsOf(world, kind).map((record) => toText(KINDS[kind].key(record))));
}

function* dangling<C extends KindName>(
  world: World,
  kind: C,
  known: ReadonlyMap<KindName, Keys>,
): Generator<WorldMistake> {
  const { references } = KINDS[kind];
  if (!references) return;
  for (const [index, record] of recordsOf(world, kind).entries()) {
    const broken = references(record).find(({ collection, key }) => !known.get(collection)?.has(toText(key)));
    if (broken) yield mistake(kind, index, broken.missing);
  }
}

function* repeated<C extends KindName>(world: World, kind: C): Generator<WorldMistake> {
  const { noun, key, index: indexEntry } = KINDS[kind];
  const keys = new Set<string>();
  const entries = new Set<string>();
  for (const [index, record] of recordsOf(world, kind).entries()) {
    const entry = indexEntry?.(record);
    if (!isNew(keys, key(record))) yield mistake(kind, index, `${noun} ${key(record).at(-1)} is there twice.`);
    else if (entry && !isNew(entries, entry.key)) yield mistake(kind, index, entry.taken);
  }
}

function recordsOf<C extends KindName>(world: World, kind: C): readonly Collections[C][] {
  return world[kind];
}

function isNew(seen: Set<string>, key: Key): boolean {
  return seen.size < seen.add(toText(key)).size;
}

function mistake(kind: KindName, index: number, reason: string): WorldMistake {
  return { pointer: `/${kind}/${index}`, detail: `${kind}.${index}: ${reason}` };
}
