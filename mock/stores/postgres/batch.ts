import type { PoolClient, QueryResult } from 'pg';
import type { Collection, Key, Page } from '../../core/store.ts';
import { toColumn, toColumnRange } from './column-key.ts';
import { rowsOf } from './database.ts';
import type { ReadPrediction, RecordKey } from './read-prediction.ts';
import {
  BEGIN,
  CLEAR,
  COPY,
  COUNT_SANDBOXES,
  CREATE,
  DELETE,
  DELETE_AND_WRITE,
  DROP,
  LIST,
  LOCK,
  PUT,
  READ,
  REMOVE_OTHERS,
  TOUCH,
  WRITE,
} from './statements.ts';

/**
 * A record that a transaction changes. `text` is the key of the record, and `json` is undefined if the transaction
 * deletes the record.
 */
interface Change {
  readonly collection: string;
  readonly text: string;
  readonly json: string | undefined;
}

/** The changes of a transaction, by the identifier of the record (`idOf`). */
export type Changes = Map<string, Change>;

/**
 * Largest number of records that one statement writes. A statement that writes more records could exceed the time limit
 * of the database server.
 */
const CHUNK = 2000;
const MAX_WRITERS = 64;
/** `ReadPrediction` ignores records whose JSON has at least this number of characters. */
const LARGE = 4096;

/** The records of a sandbox, including the changes that the batch has not written to the database yet. */
class View {
  readonly sandbox: string;
  /** The JSON of each record that the batch has read or written; undefined if the record does not exist. */
  readonly known = new Map<string, string | undefined>();
  /** The changes of completed transactions that the batch has not yet written to the database. */
  readonly changes: Changes = new Map();
  /** The records that the next statement reads, and the promise that resolves when `known` contains these records. */
  next: { readonly keys: Map<string, RecordKey>; readonly done: Promise<void> } | undefined;

  constructor(sandbox: string) {
    this.sandbox = sandbox;
  }

  /**
   * Stores the result of a statement that reads the records with the given keys: the JSON of each returned record, and
   * undefined for each key without a record.
   */
  learn(keys: readonly RecordKey[], found: QueryResult): void {
    for (const [collection, text] of keys) this.known.set(idOf(collection, text), undefined);
    for (const { collection, key, value } of rowsOf(found))
      this.known.set(idOf(String(collection), String(key)), String(value));
  }
}

/**
 * A database transaction on the locked row of a sandbox. A batch runs several transactions of the store one after the
 * other, and each transaction sees the changes of the previous transactions.
 */
export class Batch {
  /** The error that ended the database transaction. */
  failure: unknown;
  /** True if the batch runs only one transaction of the store, which can write to the database before its end. */
  readonly single: boolean;
  readonly #client: PoolClient;
  readonly #views = new Map<string, View>();
  readonly #main: View;
  readonly #writers: readonly string[];
  /** The keys of the small records of the sandbox that the transactions of the batch have read. */
  readonly #reads = new Map<string, RecordKey>();
  #lastMs: number;
  #changed = false;

  private constructor(client: PoolClient, sandbox: string, row: QueryResult, single: boolean) {
    const [{ writers, last_ms: lastMs } = { writers: [], last_ms: 0 }] = rowsOf(row);
    this.#client = client;
    this.#main = this.view(sandbox);
    this.#writers = writers as string[];
    this.#lastMs = Number(lastMs);
    this.single = single;
  }

  /**
   * Begins the database transaction, locks the sandbox, and reads the records that the transactions will probably read.
   */
  static async begin(
    client: PoolClient,
    sandbox: string,
    single: () => boolean,
    { next }: ReadPrediction,
  ): Promise<Batch> {
    const [, locked, read] = await Promise.all([
      client.query(BEGIN),
      client.query(LOCK, [sandbox]),
      next.length > 0 ? client.query(READ, [sandbox, ...columns(next).slice(0, 2)]) : undefined,
    ]);
    const isLocked = locked.rows.length > 0;
    const batch = new Batch(client, sandbox, isLocked ? locked : await lockNew(client, sandbox), single());
    // If the row of the sandbox did not exist, `LOCK` locked nothing. Another process may then have changed the records
    // after this read, so the batch ignores the result of the read.
    if (isLocked && read) batch.#main.learn(next, read);
    return batch;
  }

  /** The keys of the small records that the transactions of the batch have read, by the identifier of the record. */
  get reads(): ReadonlyMap<string, RecordKey> {
    return this.#reads;
  }

  /** Returns true if an earlier attempt to run the batch with the name `writer` has committed this batch. */
  isCommitted(writer: string): boolean {
    return this.#writers.includes(writer);
  }

  /** True if the batch has no changes to commit. */
  get unchanged(): boolean {
    return !this.#changed && this.#views.values().every(({ changes }) => changes.size === 0);
  }

  view(sandbox: string): View {
    const known = this.#views.get(sandbox);
    if (known) return known;
    const view = new View(sandbox);
    this.#views.set(sandbox, view);
    return view;
  }

  /**
   * Returns the time of a transaction: `now`, or the time of a previous transaction if its time was later than `now`.
   */
  time(now: number): number {
    this.#lastMs = Math.max(now, this.#lastMs);
    return this.#lastMs;
  }

  /** Reads the JSON of a record. One statement reads all records that callers request concurrently. */
  async read(view: View, collection: string, text: string): Promise<string | undefined> {
    const id = idOf(collection, text);
    const change = view.changes.get(id);
    if (change) return change.json;
    if (!view.known.has(id)) {
      view.next ??= this.#nextRead(view);
      view.next.keys.set(id, [collection, text]);
      await view.next.done;
    }
    const json = view.known.get(id);
    if (view === this.#main && (json?.length ?? 0) < LARGE) this.#reads.set(id, [collection, text]);
    return json;
  }

  #nextRead(view: View) {
    const keys = new Map<string, RecordKey>();
    const done = Promise.resolve().then(async () => {
      view.next = undefined;
      const read = [...keys.values()];
      view.learn(read, await this.#query(READ, [view.sandbox, ...columns(read).slice(0, 2)]));
    });
    return { keys, done };
  }

  async list(view: View, collection: string, prefix: Key, { after, limit }: Page): Promise<string[]> {
    await this.#flush();
    const [start, end] = toColumnRange(prefix);
    const last = after === undefined ? '' : toColumn(after);
    const found = await this.#query(LIST, [view.sandbox, collection, start, last, end, limit ?? null]);
    return rowsOf(found).map(({ value }) => String(value));
  }

  async clear(view: View, collections: readonly Collection[], prefix: Key): Promise<void> {
    await this.#change(view, CLEAR, [view.sandbox, collections, ...toColumnRange(prefix)]);
  }

  async copy(view: View, source: string, collections: readonly Collection[]): Promise<void> {
    const values = [view.sandbox, source, collections];
    await Promise.all([this.#change(view, REMOVE_OTHERS, values), this.#change(view, COPY, values)]);
  }

  /** @returns true if records were deleted */
  async drop(view: View): Promise<boolean> {
    const { rowCount } = await this.#change(view, DROP, [view.sandbox]);
    return Number(rowCount) > 0;
  }

  async countSandboxes(): Promise<number> {
    await this.#flush();
    const [row] = rowsOf(await this.#query(COUNT_SANDBOXES, []));
    return Number(row?.count);
  }

  /** Locks another sandbox in addition to the sandbox of the batch. */
  async lock(sandbox: string): Promise<View> {
    if (this.#views.has(sandbox)) return this.view(sandbox);
    await this.#guard(lockNew(this.#client, sandbox));
    return this.view(sandbox);
  }

  /**
   * Writes all changes and commits the database transaction.
   * @throws Error if the server does not confirm the commit
   */
  async commit(writer: string): Promise<void> {
    const [process] = writer.split(':');
    const others = this.#writers.filter((one) => !one.startsWith(`${process}:`)).slice(1 - MAX_WRITERS);
    const writes = this.#sendLastWrites([...others, writer]);
    const [committed] = await Promise.all([this.#client.query('COMMIT'), ...writes]);
    // If a statement has failed, PostgreSQL accepts COMMIT, but rolls the transaction back.
    if (committed.command !== 'COMMIT') throw new Error(`the commit became a ${committed.command}`);
  }

  async rollback(): Promise<void> {
    await this.#client.query('ROLLBACK');
  }

  async #change(view: View, text: string, values: readonly unknown[]): Promise<QueryResult> {
    await this.#flush();
    view.known.clear();
    this.#changed = true;
    return this.#query(text, values);
  }

  async #flush(): Promise<void> {
    await this.#guard(Promise.all(this.#sendWrites()));
  }

  /**
   * Sends the statements that write the changed records and the row of the sandbox; sends only one statement if
   * possible.
   */
  #sendLastWrites(writers: readonly string[]): Promise<unknown>[] {
    const { sandbox, changes } = this.#main;
    const isSmall = changes.size > 0 && changes.size <= CHUNK;
    if (!isSmall || this.#views.values().some((view) => view !== this.#main && view.changes.size > 0))
      return [...this.#sendWrites(), this.#client.query(TOUCH, [sandbox, writers, this.#lastMs])];
    const [put, deleted] = separate(changes);
    const values = [sandbox, ...columns(put), writers, this.#lastMs];
    if (deleted.length === 0) return [this.#client.query(WRITE, values)];
    return [this.#client.query(DELETE_AND_WRITE, [...values, ...columns(deleted).slice(0, 2)])];
  }

  /**
   * Sends the statements that write the changes. Later statements on the same connection see these changes before the
   * commit.
   */
  #sendWrites(): Promise<unknown>[] {
    return [...this.#views.values()].flatMap((view) => {
      if (view.changes.size === 0) return [];
      this.#changed = true;
      const [put, deleted] = separate(view.changes);
      for (const [id, { json }] of view.changes) view.known.set(id, json);
      view.changes.clear();
      return [
        ...chunks(deleted).map((part) => this.#client.query(DELETE, [view.sandbox, ...columns(part).slice(0, 2)])),
        ...chunks(put).map((part) => this.#client.query(PUT, [view.sandbox, ...columns(part)])),
      ];
    });
  }

  #query(text: string, values: readonly unknown[]): Promise<QueryResult> {
    return this.#guard(this.#client.query(text, [...values]));
  }

  /** Stores the first database error in `failure`, so that the batch fails even if a transaction catches the error. */
  async #guard<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

export type { View };

/**
 * Returns the identifier of a record within its sandbox. The identifier is unique, since the name of a collection never
 * contains a space.
 */
export function idOf(collection: string, text: string): string {
  return `${collection} ${text}`;
}

async function lockNew(client: PoolClient, sandbox: string): Promise<QueryResult> {
  const [, locked] = await Promise.all([client.query(CREATE, [sandbox]), client.query(LOCK, [sandbox])]);
  return locked;
}

/** Separates the records to write and the records to delete, as rows for the statements. */
function separate(changes: Changes): [put: ChangeRow[], deleted: ChangeRow[]] {
  const [put, deleted]: [ChangeRow[], ChangeRow[]] = [[], []];
  for (const { collection, text, json } of changes.values())
    (json === undefined ? deleted : put).push([collection, text, json]);
  return [put, deleted];
}

type ChangeRow = readonly [collection: string, text: string, json: string | undefined];

function columns(rows: readonly (readonly unknown[])[]): unknown[][] {
  return [0, 1, 2].map((column) => rows.map((row) => row[column]));
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, n) => list.slice(n * CHUNK, (n + 1) * CHUNK));
}
