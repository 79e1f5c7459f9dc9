import type { PoolClient, QueryResult } from 'pg';
import { type Collection, type Key, LIFE, type Page } from '../../core/store.ts';
import { toRange, toText } from '../key-text.ts';
import { rowsOf } from './database.ts';

/** A record that a transaction changes. `json` is undefined if the transaction deletes it. */
interface Change {
  readonly collection: string;
  readonly text: string;
  readonly json: string | undefined;
}

/** The changes of a transaction, by the identifier of the record (`idOf`). */
export type Changes = Map<string, Change>;

/** Begins a database transaction. The server ends a statement, or a transaction without statements, after 3000 ms. */
const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 3000; SET LOCAL idle_in_transaction_session_timeout = 3000';
const LOCK = 'SELECT writers, last_ms FROM sandbox WHERE name = $1 FOR UPDATE';
/**
 * Creates the row of a new sandbox. The version is the current time, so that the version of a deleted sandbox with the
 * same name is always lower.
 */
const CREATE = `INSERT INTO sandbox (name, version, writers, last_ms)
  VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, '{}', 0) ON CONFLICT (name) DO NOTHING`;
const READ = `SELECT collection, key, value FROM record
  WHERE sandbox = $1 AND (collection, key) IN (SELECT * FROM unnest($2::text[], $3::text[]))`;
const LIST = `SELECT value FROM record
  WHERE sandbox = $1 AND collection = $2 AND key > $3 AND key > $4 AND key < $5 ORDER BY key LIMIT $6`;
const DELETE = `DELETE FROM record
  WHERE sandbox = $1 AND (collection, key) IN (SELECT * FROM unnest($2::text[], $3::text[]))`;
const PUT = `INSERT INTO record (sandbox, collection, key, value)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
  ON CONFLICT (sandbox, collection, key) DO UPDATE SET value = excluded.value`;
const TOUCH = 'UPDATE sandbox SET version = version + 1, writers = $2, last_ms = $3 WHERE name = $1';
const CLEAR = 'DELETE FROM record WHERE sandbox = $1 AND collection = ANY($2) AND key > $3 AND key < $4';
/** Deletes only the records that differ from the source. When a client restores a snapshot, most records are equal. */
const REMOVE_OTHERS = `DELETE FROM record WHERE sandbox = $1 AND collection = ANY($3) AND NOT EXISTS (
  SELECT 1 FROM record AS source
  WHERE source.sandbox = $2 AND source.collection = record.collection AND source.key = record.key)`;
const COPY = `INSERT INTO record (sandbox, collection, key, value)
  SELECT $1, collection, key, value FROM record AS source WHERE sandbox = $2 AND collection = ANY($3)
  ON CONFLICT (sandbox, collection, key) DO UPDATE SET value = excluded.value WHERE record.value <> excluded.value`;
const DROP = 'DELETE FROM record WHERE sandbox = $1';
const COUNT_SANDBOXES = `SELECT count(*) AS count FROM record WHERE collection = '${LIFE}'`;

/**
 * Largest number of records that one statement writes. A larger statement could exceed the time limit of the server.
 */
const CHUNK = 2000;
const MAX_WRITERS = 64;

/** The records of a sandbox, including the changes that the batch has not written to the database yet. */
class View {
  readonly sandbox: string;
  /** The JSON of each record that the batch has read or written. */
  readonly known = new Map<string, string | undefined>();
  /** Changes of complete transactions that the batch has not written to the database yet. */
  readonly changes: Changes = new Map();
  /** The records that the next statement reads, with the promise of this statement. */
  next: { readonly keys: Map<string, readonly [string, string]>; readonly done: Promise<void> } | undefined;

  constructor(sandbox: string) {
    this.sandbox = sandbox;
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

  /** Begins the database transaction and locks the sandbox. */
  static async begin(client: PoolClient, sandbox: string, single: () => boolean): Promise<Batch> {
    const [, locked] = await Promise.all([client.query(BEGIN), client.query(LOCK, [sandbox])]);
    const row = locked.rows.length > 0 ? locked : await lockNew(client, sandbox);
    return new Batch(client, sandbox, row, single());
  }

  /** Returns true if an earlier attempt committed the batch with this name. */
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

  /** Returns the time of a transaction: `now`, or the time of an earlier transaction if that time is later. */
  time(now: number): number {
    this.#lastMs = Math.max(now, this.#lastMs);
    return this.#lastMs;
  }

  /** Reads the JSON of a record. One statement reads all records that callers read concurrently. */
  async read(view: View, collection: string, text: string): Promise<string | undefined> {
    const id = idOf(collection, text);
    const change = view.changes.get(id);
    if (change) return change.json;
    if (!view.known.has(id)) {
      view.next ??= this.#nextRead(view);
      view.next.keys.set(id, [collection, text]);
      await view.next.done;
    }
    return view.known.get(id);
  }

  #nextRead(view: View) {
    const keys = new Map<string, readonly [string, string]>();
    const done = Promise.resolve().then(async () => {
      view.next = undefined;
      const [collections, texts] = columns([...keys.values()]);
      const found = await this.#query(READ, [view.sandbox, collections, texts]);
      for (const id of keys.keys()) view.known.set(id, undefined);
      for (const { collection, key, value } of rowsOf(found))
        view.known.set(idOf(String(collection), String(key)), String(value));
    });
    return { keys, done };
  }

  async list(view: View, collection: string, prefix: Key, { after, limit }: Page): Promise<string[]> {
    await this.#flush();
    const [start, end] = toRange(prefix);
    const last = after === undefined ? '' : toText(after);
    const found = await this.#query(LIST, [view.sandbox, collection, start, last, end, limit ?? null]);
    return rowsOf(found).map(({ value }) => String(value));
  }

  async clear(view: View, collections: readonly Collection[], prefix: Key): Promise<void> {
    await this.#change(view, CLEAR, [view.sandbox, collections, ...toRange(prefix)]);
  }

  async copy(view: View, source: string, collections: readonly Collection[]): Promise<void> {
    await this.#change(view, REMOVE_OTHERS, [view.sandbox, source, collections]);
    await this.#change(view, COPY, [view.sandbox, source, collections]);
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

  /** Writes all changes and commits the database transaction. @throws Error unless the server confirms the commit */
  async commit(writer: string): Promise<void> {
    const [process] = writer.split(':');
    const others = this.#writers.filter((one) => !one.startsWith(`${process}:`)).slice(1 - MAX_WRITERS);
    const writes = this.#sendWrites();
    const touch = this.#client.query(TOUCH, [this.#main.sandbox, [...others, writer], this.#lastMs]);
    const [committed] = await Promise.all([this.#client.query('COMMIT'), touch, ...writes]);
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

  /** Sends the statements that write the changes. Later statements of the connection see the changes. */
  #sendWrites(): Promise<unknown>[] {
    return [...this.#views.values()].flatMap((view) => {
      if (view.changes.size === 0) return [];
      this.#changed = true;
      const changes = [...view.changes.values()];
      for (const [id, { json }] of view.changes) view.known.set(id, json);
      view.changes.clear();
      const deleted = changes.filter(({ json }) => json === undefined);
      const put = changes.filter(({ json }) => json !== undefined);
      const rows = (of: readonly Change[]) => of.map(({ collection, text, json }) => [collection, text, json] as const);
      return [
        ...chunks(rows(deleted)).map((part) =>
          this.#client.query(DELETE, [view.sandbox, ...columns(part).slice(0, 2)]),
        ),
        ...chunks(rows(put)).map((part) => this.#client.query(PUT, [view.sandbox, ...columns(part)])),
      ];
    });
  }

  #query(text: string, values: readonly unknown[]): Promise<QueryResult> {
    return this.#guard(this.#client.query(text, [...values]));
  }

  /** Stores the first error of the database in `failure`, so that a transaction of the store cannot hide the error. */
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

/** Returns an identifier of a record within its sandbox. The name of a collection never contains a space. */
export function idOf(collection: string, text: string): string {
  return `${collection} ${text}`;
}

async function lockNew(client: PoolClient, sandbox: string): Promise<QueryResult> {
  const [, locked] = await Promise.all([client.query(CREATE, [sandbox]), client.query(LOCK, [sandbox])]);
  return locked;
}

function columns(rows: readonly (readonly unknown[])[]): unknown[][] {
  return [0, 1, 2].map((column) => rows.map((row) => row[column]));
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, n) => list.slice(n * CHUNK, (n + 1) * CHUNK));
}
