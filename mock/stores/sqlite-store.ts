import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Collection, type Key, LIFE, type Page, type Store, type Transaction } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { toRange, toText } from './key-text.ts';

/** A store in an SQLite file. With the write-ahead log of SQLite, committed data survives a crash of the process. */
export class SqliteStore implements Store {
  readonly #file: string;
  readonly #database: DatabaseSync;
  /**
   * The lock that prevents the use of the data file by another mock. The operating system releases the lock when the
   * process ends, even after a kill.
   */
  readonly #lock: DatabaseSync | undefined;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #list: StatementSync;
  readonly #clear: StatementSync;
  readonly #removeOthers: StatementSync;
  readonly #copyMissing: StatementSync;
  readonly #perSandbox: StatementSync;
  readonly #bytes: StatementSync;
  readonly #drop: StatementSync;
  readonly #countSandboxes: StatementSync;
  /**
   * The promise of the last transaction. The connection runs one transaction at a time, so the next transaction waits
   * for the promise of the last transaction.
   */
  #tail: Promise<unknown> = Promise.resolve();
  /** True after a failed access to the data file, until `isWritable` can write to the file again. */
  #hasFailed = false;

  /**
   * @throws StoreError when the file cannot be opened, is not an SQLite database, or has tables of a version that this
   * mock does not use
   */
  constructor(file: string) {
    const unusable = (reason: string, cause: unknown) =>
      new StoreError(`The mock cannot use the data file ${file}: ${reason}.`, { cause });
    try {
      this.#lock = file === ':memory:' ? undefined : lockFor(file);
    } catch (error) {
      if (isLocked(error))
        throw unusable('another process uses the file. Stop the other process, or select another file', error);
      throw unusable(openErrorReason(file, error as Error), error);
    }
    try {
      this.#database = new DatabaseSync(file);
      prepareSchema(this.#database);
    } catch (error) {
      this.#lock?.close();
      throw unusable(openErrorReason(file, error as Error), error);
    }
    this.#file = file;
    const where = 'WHERE sandbox = ? AND collection = ?';
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#begin = prepare('BEGIN IMMEDIATE');
    this.#commit = prepare('COMMIT');
    this.#get = prepare(`SELECT value FROM record ${where} AND key = ?`);
    this.#put = prepare(
      `INSERT INTO record (sandbox, collection, key, value) VALUES (?, ?, ?, ?)
       ON CONFLICT (sandbox, collection, key) DO UPDATE SET value = excluded.value`,
    );
    this.#delete = prepare(`DELETE FROM record ${where} AND key = ?`);
    this.#list = prepare(`SELECT value FROM record ${where} AND key > max(?, ?) AND key < ? ORDER BY key LIMIT ?`);
    this.#clear = prepare(`DELETE FROM record ${where} AND key > ? AND key < ?`);
    // Before a copy, deletes only the records of the destination sandbox that the source sandbox does not contain with
    // the same value. When a client restores a snapshot, this statement deletes few records, since most records of the
    // sandbox equal the records of the snapshot.
    this.#removeOthers = prepare(
      `DELETE FROM record ${where} AND NOT EXISTS (
         SELECT 1 FROM record AS source WHERE source.sandbox = ? AND source.collection = record.collection
         AND source.key = record.key AND source.value = record.value)`,
    );
    this.#copyMissing = prepare(
      `INSERT INTO record (sandbox, collection, key, value)
       SELECT :into, collection, key, value FROM record AS source
       WHERE sandbox = :source AND collection = :collection AND NOT EXISTS (
         SELECT 1 FROM record WHERE sandbox = :into AND collection = source.collection AND key = source.key)`,
    );
    this.#perSandbox = prepare('SELECT sandbox, value FROM record WHERE collection = ?');
    this.#bytes = prepare(
      `SELECT (pages.page_count - free.freelist_count) * size.page_size AS bytes
       FROM pragma_page_count AS pages, pragma_freelist_count AS free, pragma_page_size AS size`,
    );
    this.#drop = prepare('DELETE FROM record WHERE sandbox = ?');
    this.#countSandboxes = prepare(`SELECT count(*) AS count FROM record WHERE collection = '${LIFE}'`);
  }

  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#run(sandbox, work));
  }

  get<T>(sandbox: string, collection: Collection<T>, key: Key): Promise<T | undefined> {
    return this.#inTurn(async () => {
      const row = this.#get.get(sandbox, collection, toText(key));
      return row && parse<T>(row.value);
    });
  }

  perSandbox<T>(collection: Collection<T>): Promise<ReadonlyMap<string, T>> {
    return this.#inTurn(
      async () =>
        new Map(this.#perSandbox.all(collection).map(({ sandbox, value }) => [String(sandbox), parse<T>(value)])),
    );
  }

  bytes(): Promise<number> {
    return this.#inTurn(async () => Number(this.#bytes.get()?.bytes));
  }

  /**
   * Returns true if no access to the data file has failed. After a failed access, tries to write and delete a test
   * record.
   */
  async isWritable(): Promise<boolean> {
    if (!this.#hasFailed) return true;
    const probe = async () => {
      this.#put.run('', 'probe', '', JSON.stringify('x'.repeat(PROBE_BYTES)));
      this.#drop.run('');
    };
    return this.#inTurn(probe).then(
      () => {
        this.#hasFailed = false;
        return true;
      },
      () => false,
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work).catch((error: unknown) => {
      if (!isFileError(error)) throw error;
      this.#hasFailed = true;
      throw new StoreError(`The mock cannot read or write the data file ${this.#file}: ${error.message}.`, {
        cause: error,
      });
    });
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#tail;
    if (this.#database.isOpen) this.#database.close();
    if (this.#lock?.isOpen) this.#lock.close();
  }

  async #run<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#begin.run();
    try {
      const result = await work(this.#open(sandbox));
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #open(sandbox: string): Transaction {
    return {
      get: async <T>(collection: Collection<T>, key: Key) => {
        const row = this.#get.get(sandbox, collection, toText(key));
        return row && parse<T>(row.value);
      },
      put: async (collection, key, value) => {
        this.#put.run(sandbox, collection, toText(key), JSON.stringify(value));
      },
      delete: async (collection, key) => {
        this.#delete.run(sandbox, collection, toText(key));
      },
      list: async <T>(collection: Collection<T>, prefix: Key = [], { after, limit = -1 }: Page = {}) => {
        const [start, end] = toRange(prefix);
        const last = after === undefined ? '' : toText(after);
        const rows = this.#list.all(sandbox, collection, start, last, end, limit);
        return rows.map((row) => parse<T>(row.value));
      },
      clear: async (collections, prefix = []) => {
        for (const collection of collections) this.#clear.run(sandbox, collection, ...toRange(prefix));
      },
      copyFrom: async (source, collections) => {
        for (const collection of collections) {
          this.#removeOthers.run(sandbox, collection, source);
          this.#copyMissing.run({ into: sandbox, source, collection });
        }
      },
      drop: async () => Number(this.#drop.run(sandbox).changes) > 0,
      countSandboxes: async () => Number(this.#countSandboxes.get()?.count),
      in: (other) => this.#open(other),
    };
  }
}

/**
 * Locks a separate file next to the data file, so that other programs can still read the data file.
 *
 * @throws Error when another process has the lock
 */
function lockFor(file: string): DatabaseSync {
  const lock = new DatabaseSync(`${existsSync(file) ? realpathSync(file) : file}-lock`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Returns true for the error SQLITE_BUSY. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

/** Finds the reason why SQLite cannot open the data file, since SQLite has the same message for several reasons. */
function openErrorReason(file: string, { message }: Error): string {
  if (!existsSync(dirname(file))) return `the folder ${dirname(file)} does not exist`;
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return 'it is a folder; expected a file';
  return message;
}

/**
 * The primary result codes of SQLite for errors of the data file, such as busy, read-only or full
 * (https://sqlite.org/rescode.html).
 */
const FILE_ERRORS = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && FILE_ERRORS.has(Number(error.errcode) & 0xff);
}

/**
 * The size in bytes of the test record with which the health check finds out whether the disk has free space. Most
 * records that requests create are smaller than the test record.
 */
const PROBE_BYTES = 64 * 1024;

/** The version of the tables in the data file. Increase the version with each change of the tables. */
const LAYOUT = 3;

function prepareSchema(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 2000');
  const layout = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  const used = database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined;
  if (used && layout !== LAYOUT) throw new Error('it belongs to another program or to another version of the mock');
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA user_version = ${LAYOUT};
    CREATE TABLE IF NOT EXISTS record (
      id INTEGER PRIMARY KEY,
      sandbox TEXT NOT NULL,
      collection TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      UNIQUE (sandbox, collection, key)
    );
    CREATE INDEX IF NOT EXISTS life ON record (sandbox, value) WHERE collection = 'life'`);
}

function parse<T>(value: unknown): T {
  return JSON.parse(String(value)) as T;
}
