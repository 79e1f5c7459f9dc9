import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { idOf } from './batch.ts';
import { type Database, rowsOf } from './database.ts';
import { isTransient, unavailable } from './database-error.ts';

const READ = `SELECT sandbox, collection, key, value FROM record
  WHERE (sandbox, collection, key) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`;
const BACKOFF_MS = 100;

interface Waiter {
  readonly until: number;
  readonly resolve: (json: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** The key of a record to read, and the callers that wait for the record. */
interface Wanted {
  readonly key: readonly [sandbox: string, collection: string, text: string];
  waiters: Waiter[];
}

/**
 * Reads single records over one connection. One statement reads all records that callers have requested while the
 * previous statement ran.
 */
export class RecordReader {
  readonly #database: Database;
  #client: Promise<Client> | undefined;
  #wanted = new Map<string, Wanted>();
  /** The records that the current statement reads. */
  #current = new Map<string, Wanted>();
  #lastError: unknown = new Error('it does not respond');
  #running = false;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Reads the JSON of a record. The returned record includes all changes that were committed before the call of `get`.
   */
  get(sandbox: string, collection: string, text: string, patienceMs: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const id = `${sandbox}/${idOf(collection, text)}`;
      const wanted = this.#wanted.get(id) ?? { key: [sandbox, collection, text], waiters: [] };
      wanted.waiters.push({ until: performance.now() + patienceMs, resolve, reject });
      this.#wanted.set(id, wanted);
      if (!this.#running) void this.#run();
    });
  }

  /** Rejects each read whose caller has waited for its `patienceMs`. `now` is a time as in `performance.now`. */
  expire(now: number): void {
    for (const records of [this.#current, this.#wanted]) {
      for (const [id, wanted] of records) {
        const expired = wanted.waiters.filter(({ until }) => until <= now);
        if (expired.length === 0) continue;
        for (const { reject } of expired) reject(unavailable(this.#database.shown, this.#lastError));
        wanted.waiters = wanted.waiters.filter(({ until }) => until > now);
        if (wanted.waiters.length === 0) records.delete(id);
      }
    }
  }

  /**
   * Closes the connection. A read that fails after the call of `close` is not repeated, so that the process can end.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then(
      (connected) => connected.end(),
      () => undefined,
    );
  }

  async #run(): Promise<void> {
    this.#running = true;
    // The reader waits for a microtask, so that one statement also reads the records that callers request directly
    // after the first request.
    await Promise.resolve();
    while (this.#wanted.size > 0) {
      this.#current = this.#wanted;
      this.#wanted = new Map();
      await this.#readCurrent();
    }
    this.#running = false;
  }

  async #readCurrent(): Promise<void> {
    while (this.#current.size > 0) {
      try {
        this.#client ??= this.#database.connect();
        const client = await this.#client;
        const keys = [...this.#current.values()].map(({ key }) => key);
        const columns = [0, 1, 2].map((column) => keys.map((key) => key[column]));
        const found = new Map<string, string>();
        for (const { sandbox, collection, key, value } of rowsOf(await client.query(READ, columns)))
          found.set(`${sandbox}/${idOf(String(collection), String(key))}`, String(value));
        for (const [id, { waiters }] of this.#current) for (const { resolve } of waiters) resolve(found.get(id));
        return;
      } catch (error) {
        this.#lastError = error;
        void this.#disconnect();
        if (this.#isClosed || !isTransient(error)) return this.#rejectCurrent(error);
        await sleep(BACKOFF_MS);
      }
    }
  }

  #rejectCurrent(error: unknown): void {
    for (const { waiters } of this.#current.values())
      for (const { reject } of waiters) reject(unavailable(this.#database.shown, error));
    this.#current.clear();
  }
}
