import type { Collections } from '../sandboxes/collections.ts';

/** Identifies a record within its collection; the first parts may serve as a prefix. */
export type Key = readonly string[];

export type CollectionName = keyof Collections & string;

/** What a handler sees of one sandbox, all or nothing. Values are plain JSON and copied on the way in and out. */
export interface Transaction {
  get<C extends CollectionName>(collection: C, key: Key): Promise<Collections[C] | undefined>;
  /** Creates or replaces. */
  put<C extends CollectionName>(collection: C, key: Key, value: Collections[C]): Promise<void>;
  /** @returns whether there was one */
  delete(collection: CollectionName, key: Key): Promise<boolean>;
  /** The records whose key begins with the prefix, in the order of their keys. */
  list<C extends CollectionName>(collection: C, prefix?: Key, page?: Page): Promise<Collections[C][]>;
  /** Empties collections, or takes those records out whose key begins with the prefix. */
  clear(collections: readonly CollectionName[], prefix?: Key): Promise<void>;
  /** Replaces collections by those of another sandbox. */
  copyFrom(sandbox: string, collections: readonly CollectionName[]): Promise<void>;
  /** Removes all that the sandbox holds. @returns whether it held anything */
  drop(): Promise<boolean>;
  /** The same transaction, seen from another sandbox. */
  in(sandbox: string): Transaction;
}

/** A part of a list. */
export interface Page {
  /** Only what comes after this key. */
  readonly after?: Key | undefined;
  /** At most so many. */
  readonly limit?: number | undefined;
}

/** Where the state lives. Transactions run one after the other, so one must not wait for another. */
export interface Store {
  /** Commits what `work` did, or undoes all of it when it throws. */
  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** One record as it was last committed. */
  get<C extends CollectionName>(sandbox: string, collection: C, key: Key): Promise<Collections[C] | undefined>;
  /** The sandboxes that have a `life`, by name. */
  sandboxes(): Promise<ReadonlyMap<string, Collections['life']>>;
  close(): Promise<void>;
}
