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
  /** Removes everything. */
  clear(): Promise<void>;
}

/** Where the state lives. Transactions of one sandbox run one after the other. */
export interface Store {
  /** Commits what `work` did, or undoes all of it when it throws. */
  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
