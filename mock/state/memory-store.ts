import type { Collections, Life } from './collections.ts';
import { toPrefix, toText } from './key-text.ts';
import type { CollectionName, Key, Store, Transaction } from './store.ts';

/** JSON by key: a copy on the way in and out, in the least memory. */
type Records = Map<string, string>;
type SandboxRecords = Map<CollectionName, Records>;

/** A store that ends with the process. */
export class MemoryStore implements Store {
  readonly #sandboxes = new Map<string, SandboxRecords>();
  /** One transaction at a time: the next waits for this one. */
  #tail: Promise<unknown> = Promise.resolve();

  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#run(sandbox, work));
  }

  get<C extends CollectionName>(sandbox: string, collection: C, key: Key): Promise<Collections[C] | undefined> {
    return this.#inTurn(() => parse<C>(this.#sandboxes.get(sandbox)?.get(collection)?.get(toText(key))));
  }

  sandboxes(): Promise<ReadonlyMap<string, Life>> {
    return this.#inTurn(() => {
      const lives = new Map<string, Life>();
      for (const [name, records] of this.#sandboxes) {
        const life = parse<'life'>(records.get('life')?.get(toText([])));
        if (life) lives.set(name, life);
      }
      return lives;
    });
  }

  drop(sandbox: string): Promise<boolean> {
    return this.#inTurn(() => this.#sandboxes.delete(sandbox));
  }

  async close(): Promise<void> {
    await this.#tail;
    this.#sandboxes.clear();
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async #run<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const records: SandboxRecords = this.#sandboxes.get(sandbox) ?? new Map();
    this.#sandboxes.set(sandbox, records);
    const transaction = new MemoryTransaction(records, this.#sandboxes);
    try {
      return await work(transaction);
    } catch (error) {
      transaction.undo();
      throw error;
    }
  }
}

class MemoryTransaction implements Transaction {
  readonly #records: SandboxRecords;
  readonly #sandboxes: ReadonlyMap<string, SandboxRecords>;
  /** What takes back each change, the last one first. */
  readonly #undo: (() => void)[] = [];

  constructor(records: SandboxRecords, sandboxes: ReadonlyMap<string, SandboxRecords>) {
    this.#records = records;
    this.#sandboxes = sandboxes;
  }

  undo(): void {
    for (const takeBack of this.#undo.reverse()) takeBack();
  }

  async get<C extends CollectionName>(collection: C, key: Key): Promise<Collections[C] | undefined> {
    return parse<C>(this.#records.get(collection)?.get(toText(key)));
  }

  async put<C extends CollectionName>(collection: C, key: Key, value: Collections[C]): Promise<void> {
    const records = this.#of(collection);
    const text = toText(key);
    const before = records.get(text);
    records.set(text, JSON.stringify(value));
    this.#undo.push(() => (before === undefined ? records.delete(text) : records.set(text, before)));
  }

  async delete(collection: CollectionName, key: Key): Promise<boolean> {
    const records = this.#of(collection);
    const text = toText(key);
    const before = records.get(text);
    if (before === undefined) return false;
    records.delete(text);
    this.#undo.push(() => records.set(text, before));
    return true;
  }

  async list<C extends CollectionName>(collection: C, prefix: Key = []): Promise<Collections[C][]> {
    const start = toPrefix(prefix);
    return [...(this.#records.get(collection) ?? [])]
      .filter(([text]) => text.startsWith(start))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, value]) => JSON.parse(value));
  }

  async clear(collections: readonly CollectionName[]): Promise<void> {
    for (const collection of collections) this.#replace(collection, undefined);
  }

  async copyFrom(sandbox: string, collections: readonly CollectionName[]): Promise<void> {
    for (const collection of collections) {
      const source = this.#sandboxes.get(sandbox)?.get(collection);
      this.#replace(collection, source && new Map(source));
    }
  }

  #of(collection: CollectionName): Records {
    const known = this.#records.get(collection);
    if (known) return known;
    const records: Records = new Map();
    this.#records.set(collection, records);
    return records;
  }

  #replace(collection: CollectionName, records: Records | undefined): void {
    const before = this.#records.get(collection);
    set(this.#records, records);
    this.#undo.push(() => set(this.#records, before));

    function set(all: SandboxRecords, value: Records | undefined): void {
      if (value) all.set(collection, value);
      else all.delete(collection);
    }
  }
}

function parse<C extends CollectionName>(text: string | undefined): Collections[C] | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}
