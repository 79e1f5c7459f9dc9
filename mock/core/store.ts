import type { Clock } from './clock.ts';
import type { Replicas } from './replicas.ts';

declare const item: unique symbol;

/** The name of a collection, with the type of its values. Each folder declares its own collections. */
export type Collection<T = unknown> = string & { readonly [item]: T };

export function collection<T>(name: string): Collection<T> {
  return name as Collection<T>;
}

/** The key of a record within its collection. Its first parts can be a prefix. */
export type Key = readonly string[];

/** A transaction on one sandbox. Values are plain JSON and are copied on each read and write. */
export interface Transaction {
  get<T>(collection: Collection<T>, key: Key): Promise<T | undefined>;
  /** Creates or replaces a value. */
  put<T>(collection: Collection<T>, key: Key, value: NoInfer<T>): Promise<void>;
  /** Deletes a record, if it exists. */
  delete(collection: Collection, key: Key): Promise<void>;
  /** Lists the records whose keys begin with the prefix, in the order of their keys. */
  list<T>(collection: Collection<T>, prefix?: Key, page?: Page): Promise<T[]>;
  /** Empties collections, or deletes only the records whose keys begin with the prefix. */
  clear(collections: readonly Collection[], prefix?: Key): Promise<void>;
  /** Replaces collections with copies from another sandbox. */
  copyFrom(sandbox: string, collections: readonly Collection[]): Promise<void>;
  /** Deletes all values of the sandbox. @returns true if the sandbox existed */
  drop(): Promise<boolean>;
  /** The same transaction on another sandbox. */
  in(sandbox: string): Transaction;
  /** A clock that follows `clock`, but is never behind an earlier transaction. Absent if only this process writes. */
  monotonic?(clock: Clock): Clock;
}

/** The limits of a page of a list. */
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
 * The store of the state. The transactions of a sandbox run one after the other, so a transaction must not wait for
 * another one.
 */
export interface Store {
  /** The processes that share the store; absent if only this process has it. */
  readonly replicas?: Replicas;
  /**
   * Commits the changes of `work`, or undoes all of them if it throws. A shared store may run `work` several times, so
   * `work` changes nothing except through the transaction.
   *
   * @param patienceMs time after which a shared store gives up with a StoreError
   */
  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>, patienceMs?: number): Promise<T>;
  /** Reads the last committed value of a record. */
  get<T>(sandbox: string, collection: Collection<T>, key: Key, patienceMs?: number): Promise<T | undefined>;
  /** The values of a collection with one value per sandbox, such as `life`, by the name of the sandbox. */
  perSandbox<T>(collection: Collection<T>): Promise<ReadonlyMap<string, T>>;
  /** The approximate size of all values. Absent: unknown, and unlimited. */
  bytes?(): Promise<number>;
  /** False while writes fail, such as on a full disk. Absent: writes cannot fail, or `replicas` shows it. */
  isWritable?(): Promise<boolean>;
  close(): Promise<void>;
}
