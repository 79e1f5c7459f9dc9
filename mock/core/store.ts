declare const item: unique symbol;

/** The name of a collection, with the type of what it contains. Each folder declares its own. */
export type Collection<T = unknown> = string & { readonly [item]: T };

export function collection<T>(name: string): Collection<T> {
  return name as Collection<T>;
}

/** Identifies a record within its collection; the first parts may serve as a prefix. */
export type Key = readonly string[];

/** A handler's transaction on one sandbox, all or nothing. Values are plain JSON and copied on the way in and out. */
export interface Transaction {
  get<T>(collection: Collection<T>, key: Key): Promise<T | undefined>;
  /** Creates or replaces. */
  put<T>(collection: Collection<T>, key: Key, value: NoInfer<T>): Promise<void>;
  /** @returns whether there was one */
  delete(collection: Collection, key: Key): Promise<boolean>;
  /** The records whose key begins with the prefix, in the order of their keys. */
  list<T>(collection: Collection<T>, prefix?: Key, page?: Page): Promise<T[]>;
  /** Empties collections, or deletes the records whose key begins with the prefix. */
  clear(collections: readonly Collection[], prefix?: Key): Promise<void>;
  /** Replaces collections by those of another sandbox. */
  copyFrom(sandbox: string, collections: readonly Collection[]): Promise<void>;
  /** Removes everything that the sandbox contains. @returns whether it contained anything */
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

/** When a sandbox was created and last used: RFC 3339. */
export interface Life {
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

export const LIFE = collection<Life>('life');

/** Where the state lives. Transactions run one after the other, so one must not wait for another. */
export interface Store {
  /** Commits what `work` did, or undoes all of it when it throws. */
  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** One record as it was last committed. */
  get<T>(sandbox: string, collection: Collection<T>, key: Key): Promise<T | undefined>;
  /** The sandboxes that have a `life`, by name. */
  sandboxes(): Promise<ReadonlyMap<string, Life>>;
  close(): Promise<void>;
}
