import { type Collection, type Key, LIFE, type Page, type Store, type Transaction } from '../core/store.ts';
import { toText } from './key-text.ts';
import { type Entry, Records } from './memory-records.ts';

type SandboxRecords = Map<Collection, Records>;

/**
 * A store in memory. The data of the store is lost at the end of the process. The store copies each value, so no other
 * code can change a stored value.
 */
export class MemoryStore implements Store {
  readonly #sandboxes = new Map<string, SandboxRecords>();
  /** True while a transaction runs, so that other transactions must wait. */
  #busy = false;
  readonly #waiting: (() => void)[] = [];

  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn((undo) => work(new MemoryTransaction(sandbox, this.#sandboxes, undo)));
  }

  get<T>(sandbox: string, collection: Collection<T>, key: Key): Promise<T | undefined> {
    const read = () => copy(recordIn(this.#sandboxes.get(sandbox), collection, key));
    return this.#busy ? this.#inTurn(read) : Promise.resolve(read());
  }

  perSandbox<T>(collection: Collection<T>): Promise<ReadonlyMap<string, T>> {
    return this.#inTurn(() => {
      const values = new Map<string, T>();
      for (const [name, records] of this.#sandboxes) {
        const value = copy(recordIn(records, collection, []));
        if (value !== undefined) values.set(name, value);
      }
      return values;
    });
  }

  async bytes(): Promise<number> {
    let total = 0;
    for (const sandbox of this.#sandboxes.values()) for (const { bytes } of sandbox.values()) total += bytes;
    return total;
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#sandboxes.clear());
  }

  async #inTurn<T>(work: (undo: Undo) => T | Promise<T>): Promise<T> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    const undo: Undo = [];
    try {
      return await work(undo);
    } catch (error) {
      for (const revert of undo.reverse()) revert();
      throw error;
    } finally {
      // If a transaction is waiting, `#busy` stays true, so that no new transaction can run before the waiting
      // transaction.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy = false;
    }
  }
}

/** The functions that undo the changes of a transaction, in the order of the changes. */
type Undo = (() => void)[];

class MemoryTransaction implements Transaction {
  readonly #name: string;
  readonly #sandboxes: Map<string, SandboxRecords>;
  readonly #undo: Undo;

  constructor(name: string, sandboxes: Map<string, SandboxRecords>, undo: Undo) {
    this.#name = name;
    this.#sandboxes = sandboxes;
    this.#undo = undo;
  }

  async get<T>(collection: Collection<T>, key: Key): Promise<T | undefined> {
    return copy(recordIn(this.#sandboxes.get(this.#name), collection, key));
  }

  async put<T>(collection: Collection<T>, key: Key, value: NoInfer<T>): Promise<void> {
    const records = this.#find(collection) ?? this.#create(collection);
    const before = records.get(key);
    const added = sizeOf(value) - sizeOf(before);
    records.set(key, copy(value));
    records.bytes += added;
    this.#undo.push(() => {
      records.bytes -= added;
      return before === undefined ? records.delete(key) : records.set(key, before);
    });
  }

  async delete(collection: Collection, key: Key): Promise<void> {
    const records = this.#find(collection);
    const before = records?.get(key);
    if (!records || before === undefined) return;
    const size = sizeOf(before);
    records.delete(key);
    records.bytes -= size;
    this.#undo.push(() => {
      records.bytes += size;
      records.set(key, before);
    });
  }

  async list<T>(collection: Collection<T>, prefix: Key = [], { after, limit }: Page = {}): Promise<T[]> {
    const records = this.#find(collection);
    if (!records) return [];
    const last = after === undefined ? '' : toText(after);
    const entries = records.entries(prefix).filter(([text]) => text > last);
    return smallest(entries, limit).map(([, value]) => copy(value as T));
  }

  async clear(collections: readonly Collection[], prefix: Key = []): Promise<void> {
    for (const collection of collections) {
      const rest = prefix.length === 0 ? undefined : this.#find(collection)?.without(prefix, sizeOf);
      this.#replace(collection, rest?.isEmpty ? undefined : rest);
    }
  }

  async copyFrom(sandbox: string, collections: readonly Collection[]): Promise<void> {
    for (const collection of collections) {
      const source = this.#sandboxes.get(sandbox)?.get(collection);
      this.#replace(collection, source?.copy());
    }
  }

  async drop(): Promise<boolean> {
    const before = this.#sandboxes.get(this.#name);
    if (!before) return false;
    this.#sandboxes.delete(this.#name);
    this.#undo.push(() => this.#sandboxes.set(this.#name, before));
    return true;
  }

  async countSandboxes(): Promise<number> {
    let count = 0;
    for (const records of this.#sandboxes.values()) if (recordIn(records, LIFE, []) !== undefined) count++;
    return count;
  }

  in(sandbox: string): Transaction {
    return new MemoryTransaction(sandbox, this.#sandboxes, this.#undo);
  }

  #find(collection: Collection): Records | undefined {
    return this.#sandboxes.get(this.#name)?.get(collection);
  }

  #create(collection: Collection): Records {
    const records = new Records();
    this.#replace(collection, records);
    return records;
  }

  #replace(collection: Collection, records: Records | undefined): void {
    const before = this.#find(collection);
    this.#set(collection, records);
    this.#undo.push(() => this.#set(collection, before));
  }

  /** Replaces or deletes a collection of the sandbox. If the sandbox then has no collection, deletes the sandbox. */
  #set(collection: Collection, records: Records | undefined): void {
    const sandbox: SandboxRecords = this.#sandboxes.get(this.#name) ?? new Map();
    if (records) sandbox.set(collection, records);
    else sandbox.delete(collection);
    if (sandbox.size === 0) this.#sandboxes.delete(this.#name);
    else this.#sandboxes.set(this.#name, sandbox);
  }
}

/**
 * Returns the first `limit` entries in the order of their key texts. Sorts all entries only if `limit` is undefined.
 */
function smallest(entries: Iterable<Entry>, limit?: number): Entry[] {
  if (limit === undefined) return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const kept: Entry[] = [];
  let last: string | undefined;
  for (const entry of entries) {
    const [text] = entry;
    if (last !== undefined && text >= last) continue;
    kept.splice(positionOf(text, kept), 0, entry);
    if (kept.length > limit) kept.pop();
    if (kept.length === limit) last = kept.at(-1)?.[0];
  }
  return kept;
}

/** Finds the index at which to insert an entry with the key text `text` into a sorted list (binary search). */
function positionOf(text: string, sorted: readonly Entry[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[0] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function recordIn<T>(sandbox: SandboxRecords | undefined, collection: Collection<T>, key: Key): T | undefined {
  return sandbox?.get(collection)?.get(key) as T | undefined;
}

/** The approximate memory in bytes of an object or array without its properties or elements. */
const OBJECT_BYTES = 64;

/** Returns the approximate memory in bytes that a value of plain JSON needs. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 16;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = OBJECT_BYTES;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + sizeOf(item);
  else for (const name in value) bytes += 8 + sizeOf((value as Record<string, unknown>)[name]);
  return bytes;
}

/** Copies a value of plain JSON. `copy` is several times faster than `JSON.stringify` followed by `JSON.parse`. */
function copy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  const properties = { ...value };
  for (const name in properties) {
    const property = properties[name];
    if (typeof property === 'object') properties[name] = copy(property);
  }
  return properties;
}
