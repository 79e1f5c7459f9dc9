import type { Collections } from './collections.ts';

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
  list<C extends CollectionName>(collection: C, prefix?: Key): Promise<Collections[C][]>;
  /** Empties collections. */
  clear(collections: readonly CollectionName[]): Promise<void>;
  /** Replaces collections by those of another sandbox. */
  copyFrom(sandbox: string, collections: readonly CollectionName[]): Promise<void>;
}

/** Where the state lives. Transactions run one after the other, so one must not wait for another. */
export interface Store {
  /** Commits what `work` did, or undoes all of it when it throws. */
  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** One record as it was last committed. */
  get<C extends CollectionName>(sandbox: string, collection: C, key: Key): Promise<Collections[C] | undefined>;
  /** The sandboxes that have a `life`, by name. */
  sandboxes(): Promise<ReadonlyMap<string, Collections['life']>>;
  /** Removes all that a sandbox holds. @returns whether it held anything */
  drop(sandbox: string): Promise<boolean>;
  close(): Promise<void>;
}
