import type { Clock } from './clock.ts';
import type { Replicas } from './replicas.ts';

declare const item: unique symbol;

/** The name of a collection, with the type of its values. A module declares the collections that it uses. */
export type Collection<T = unknown> = string & { readonly [item]: T };

export function collection<T>(name: string): Collection<T> {
  return name as Collection<T>;
}

/** The key of a record within its collection. Records whose keys share their first parts can be listed together. */
export type Key = readonly string[];

/** A transaction on one sandbox. Values are plain JSON. Each read and each write copies the value. */
export interface Transaction {
  get<T>(collection: Collection<T>, key: Key): Promise<T | undefined>;
  /** Creates or replaces a value. */
  put<T>(collection: Collection<T>, key: Key, value: NoInfer<T>): Promise<void>;
  /** Deletes a record, if the record exists. */
  delete(collection: Collection, key: Key): Promise<void>;
  /** Lists the records whose keys begin with the prefix, in the order of their keys. */
  list<T>(collection: Collection<T>, prefix?: Key, page?: Page): Promise<T[]>;
  /**
   * Deletes all records in the given collections of the sandbox, or only the records whose keys begin with the prefix.
   */
  clear(collections: readonly Collection[], prefix?: Key): Promise<void>;
  /** Replaces the collections of this sandbox with copies of the collections of another sandbox. */
  copyFrom(sandbox: string, collections: readonly Collection[]): Promise<void>;
  /** Deletes all values of the sandbox. @returns true if the sandbox existed */
  drop(): Promise<boolean>;
  /** Counts the sandboxes that exist: the sandboxes with a record in the collection `life`. */
  countSandboxes(): Promise<number>;
  /** Returns a transaction on another sandbox, which is committed or undone together with this transaction. */
  in(sandbox: string): Transaction;
  /**
   * Returns a clock that shows the time of `clock`, but never an earlier time than the clock of a previous transaction
   * of the sandbox. The method is absent if only this process writes to the store.
   */
  monotonic?(clock: Clock): Clock;
}

/** The bounds of one page of a list. */
export interface Page {
  /** Lists only records after this key. */
  readonly after?: Key | undefined;
  /** Largest number of records. */
  readonly limit?: number | undefined;
}

/** The times of creation and of last use of a sandbox (RFC 3339). */
export interface Life {
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

export const LIFE = collection<Life>('life');

/**
 * The store of the records, settings and journals of all sandboxes. The transactions of a sandbox run one after the
 * other, so a transaction must not wait for another transaction.
 */
export interface Store {
  /** The processes that share the store; absent if only this process uses the store. */
  readonly replicas?: Replicas;
  /**
   * Runs `work` and commits its changes. If `work` throws, undoes all of its changes. A shared store may run `work`
   * several times, so `work` must change nothing except through the transaction.
   *
   * @param patienceMs time in milliseconds after which a shared store gives up with a StoreError
   */
  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>, patienceMs?: number): Promise<T>;
  /** Reads the last committed value of a record. */
  get<T>(sandbox: string, collection: Collection<T>, key: Key, patienceMs?: number): Promise<T | undefined>;
  /**
   * Reads a collection with at most one value per sandbox, such as `life`. The returned map has the names of the
   * sandboxes as its keys.
   */
  perSandbox<T>(collection: Collection<T>): Promise<ReadonlyMap<string, T>>;
  /**
   * Returns the approximate size of all values in the store, in bytes. The method is absent if the size is unknown, and
   * the mock then does not limit the size.
   */
  bytes?(): Promise<number>;
  /**
   * Returns false while the store cannot write, such as on a full disk. The method is absent if writes cannot fail, or
   * if `replicas` reports failed writes.
   */
  isWritable?(): Promise<boolean>;
  close(): Promise<void>;
}
