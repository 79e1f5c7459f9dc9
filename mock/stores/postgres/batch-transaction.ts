import type { Clock } from '../../core/clock.ts';
import type { Collection, Key, Page, Transaction } from '../../core/store.ts';
import { type Batch, type Changes, idOf, type View } from './batch.ts';
import { toColumn } from './column-key.ts';

/** The error of an operation that requires a batch with only one transaction. */
class NeedsOwnBatch extends Error {}

/**
 * A transaction of the store within a batch. If the batch has several transactions, the later transactions of the batch
 * see the changes of this transaction only after this transaction is complete.
 */
export class BatchTransaction implements Transaction {
  /** True if the transaction has failed because it must be the only transaction of its batch, and so must run again. */
  needsOwnBatch = false;
  readonly #batch: Batch;
  readonly #view: View;
  readonly #changes: Changes;

  constructor(batch: Batch, view: View) {
    this.#batch = batch;
    this.#view = view;
    // The only transaction of a batch may write to the database before the transaction ends. A rollback of the batch
    // then undoes only this transaction.
    this.#changes = batch.single ? view.changes : new Map();
  }

  /** Makes the changes of this transaction visible to the next transactions of the batch. */
  complete(): void {
    if (this.#batch.single) return;
    for (const [id, change] of this.#changes) this.#view.changes.set(id, change);
  }

  async get<T>(collection: Collection<T>, key: Key): Promise<T | undefined> {
    const text = toColumn(key);
    const change = this.#changes.get(idOf(collection, text));
    const json = change ? change.json : await this.#batch.read(this.#view, collection, text);
    return json === undefined ? undefined : (JSON.parse(json) as T);
  }

  async put<T>(collection: Collection<T>, key: Key, value: NoInfer<T>): Promise<void> {
    this.#set(collection, key, JSON.stringify(value));
  }

  async delete(collection: Collection, key: Key): Promise<void> {
    this.#set(collection, key, undefined);
  }

  #set(collection: Collection, key: Key, json: string | undefined): void {
    const text = toColumn(key);
    this.#changes.set(idOf(collection, text), { collection, text, json });
  }

  async list<T>(collection: Collection<T>, prefix: Key = [], page: Page = {}): Promise<T[]> {
    // The database cannot list records that this transaction has changed only in memory. To list changed
    // records, this transaction must be the only transaction of its batch, and write the changes first.
    if (!this.#batch.single && this.#changes.values().some((change) => change.collection === collection))
      this.#requireOwnBatch();
    const listed = await this.#batch.list(this.#view, collection, prefix, page);
    return listed.map((json) => JSON.parse(json) as T);
  }

  async clear(collections: readonly Collection[], prefix: Key = []): Promise<void> {
    this.#requireOwnBatch();
    await this.#batch.clear(this.#view, collections, prefix);
  }

  async copyFrom(sandbox: string, collections: readonly Collection[]): Promise<void> {
    this.#requireOwnBatch();
    await this.#batch.copy(this.#view, sandbox, collections);
  }

  async drop(): Promise<boolean> {
    this.#requireOwnBatch();
    return this.#batch.drop(this.#view);
  }

  async countSandboxes(): Promise<number> {
    this.#requireOwnBatch();
    return this.#batch.countSandboxes();
  }

  in(sandbox: string): Transaction {
    this.#requireOwnBatch();
    return otherSandbox(this.#batch, sandbox);
  }

  monotonic(clock: Clock): Clock {
    return { now: () => new Date(this.#batch.time(clock.now().getTime())) };
  }

  #requireOwnBatch(): void {
    if (this.#batch.single) return;
    this.needsOwnBatch = true;
    throw new NeedsOwnBatch();
  }
}

/**
 * Returns a transaction of the same batch for another sandbox. The first operation of the returned transaction locks
 * the other sandbox.
 */
function otherSandbox(batch: Batch, sandbox: string): Transaction {
  const open = async () => new BatchTransaction(batch, await batch.lock(sandbox));
  return {
    get: async (...args) => (await open()).get(...args),
    put: async (...args) => (await open()).put(...args),
    delete: async (...args) => (await open()).delete(...args),
    list: async (...args) => (await open()).list(...args),
    clear: async (...args) => (await open()).clear(...args),
    copyFrom: async (...args) => (await open()).copyFrom(...args),
    drop: async () => (await open()).drop(),
    countSandboxes: () => batch.countSandboxes(),
    in: (other) => otherSandbox(batch, other),
  };
}
