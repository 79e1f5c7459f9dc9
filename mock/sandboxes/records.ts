import type { JsonObject } from '../../src/contract/json.ts';
import type { Kind, Kinds } from '../core/kinds.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { Records as TypedRecords } from '../core/service.ts';
import { collection, type Key, type Page, type Transaction } from '../core/store.ts';

/**
 * The collection that maps unique values to the key of the record with these values. The key of each entry in this
 * collection consists of the name of the record's collection and the unique values.
 */
export const UNIQUE = collection<Key>('unique');

/** The records of a sandbox within one transaction. Records expire by the clock of the sandbox. */
export class Records implements TypedRecords<Record<string, JsonObject>> {
  readonly #kinds: Kinds;
  readonly #tx: Transaction;
  readonly #sandbox: Sandbox;

  constructor(kinds: Kinds, tx: Transaction, sandbox: Sandbox) {
    this.#kinds = kinds;
    this.#tx = tx;
    this.#sandbox = sandbox;
  }

  get(name: string, key: Key): Promise<JsonObject | undefined> {
    return this.#read(this.#kind(name), key);
  }

  /**
   * Finds a record by its key. The last part of the key can also be the alias of the record, such as the name of a
   * project, instead of its ID.
   */
  named(kind: Kind, key: Key): Promise<JsonObject | undefined> {
    const record = this.#read(kind, key);
    return kind.model.alias === undefined ? record : record.then((found) => found ?? this.#byAlias(kind, key));
  }

  async #byAlias(kind: Kind, key: Key): Promise<JsonObject | undefined> {
    const owner = await this.#tx.get(UNIQUE, [kind.model.collection, ...key]);
    return owner && this.#read(kind, owner);
  }

  async list(name: string, prefix: Key = [], page?: Page): Promise<JsonObject[]> {
    const kind = this.#kind(name);
    const records = await this.#tx.list(kind.records, prefix, page);
    if (kind.resource.expire)
      for (const [n, record] of records.entries()) records[n] = await this.#asOfNow(kind, record);
    return records;
  }

  findSame(name: string, record: JsonObject): Promise<JsonObject | undefined> {
    return this.get(name, this.#kind(name).key(record));
  }

  async findDuplicate(name: string, record: JsonObject): Promise<JsonObject | undefined> {
    const kind = this.#kind(name);
    const values = kind.uniqueKey(record);
    const owner = values && (await this.#tx.get(UNIQUE, [kind.model.collection, ...values]));
    if (!owner || sameKey(owner, kind.key(record))) return undefined;
    const found = await this.get(name, owner);
    return found && kind.uniqueKey(found) ? found : undefined;
  }

  async create(name: string, draft: JsonObject): Promise<JsonObject> {
    const kind = this.#kind(name);
    const needsId = kind.makesId && draft.id === undefined;
    const record = needsId ? { id: await this.#sandbox.ids.uuid(this.#tx), ...draft } : draft;
    await putRecord(this.#tx, kind, record);
    return record;
  }

  put(name: string, record: JsonObject): Promise<void> {
    return putRecord(this.#tx, this.#kind(name), record);
  }

  /** Deletes the record, but not its dependent records. */
  async delete(name: string, record: JsonObject): Promise<void> {
    const kind = this.#kind(name);
    await freeUniqueKey(this.#tx, kind, record);
    await this.#tx.delete(kind.records, kind.key(record));
  }

  /** Reads a record. If the record has expired, stores and returns the changed copy from `Resource.expire`. */
  #read(kind: Kind, key: Key): Promise<JsonObject | undefined> {
    const record = this.#tx.get(kind.records, key);
    return kind.resource.expire ? record.then((found) => found && this.#asOfNow(kind, found)) : record;
  }

  async #asOfNow(kind: Kind, record: JsonObject): Promise<JsonObject> {
    const now = this.#sandbox.clockIn(this.#tx).now();
    const current = kind.resource.expire?.(record, now, this.#sandbox.settings) ?? record;
    if (current !== record) await this.put(kind.model.name, current);
    return current;
  }

  #kind(name: string): Kind {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`The document declares no resource ${name}.`);
    return kind;
  }
}

/** Creates or replaces a record and its entry in the collection `UNIQUE`. */
export function putRecord(tx: Transaction, kind: Kind, record: JsonObject): Promise<void> {
  const key = kind.key(record);
  return kind.model.unique ? putUnique(tx, kind, key, record) : tx.put(kind.records, key, record);
}

async function putUnique(tx: Transaction, kind: Kind, key: Key, record: JsonObject): Promise<void> {
  const before = await tx.get(kind.records, key);
  if (before) await freeUniqueKey(tx, kind, before);
  const values = kind.uniqueKey(record);
  if (values) await tx.put(UNIQUE, [kind.model.collection, ...values], key);
  await tx.put(kind.records, key, record);
}

/**
 * Deletes the entry for the unique values of a record from the collection `UNIQUE`, unless the entry belongs to another
 * record.
 */
async function freeUniqueKey(tx: Transaction, kind: Kind, record: JsonObject): Promise<void> {
  const values = kind.uniqueKey(record);
  if (!values) return;
  const entry = [kind.model.collection, ...values];
  const owner = await tx.get(UNIQUE, entry);
  if (owner && sameKey(owner, kind.key(record))) await tx.delete(UNIQUE, entry);
}

function sameKey(a: Key, b: Key): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
