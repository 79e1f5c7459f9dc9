import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Collections } from './collections.ts';
import { toPrefix, toText } from './key-text.ts';
import type { CollectionName, Key, Store, Transaction } from './store.ts';

/** The state cannot be opened: the message says which file and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A store in an SQLite file: what was committed survives the end of the process (write-ahead log). */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #list: StatementSync;
  readonly #clear: StatementSync;
  readonly #copy: StatementSync;
  readonly #sandboxes: StatementSync;
  readonly #drop: StatementSync;
  /** The connection carries one transaction at a time: the next waits for this one. */
  #tail: Promise<unknown> = Promise.resolve();

  /** @throws StoreError when the file cannot be opened or is no database */
  constructor(file: string) {
    try {
      this.#database = new DatabaseSync(file);
      this.#database.exec(`
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA busy_timeout = 2000;
        CREATE TABLE IF NOT EXISTS record (
          sandbox TEXT NOT NULL,
          collection TEXT NOT NULL,
          key TEXT NOT NULL,
          value TEXT NOT NULL,
          PRIMARY KEY (sandbox, collection, key)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS life ON record (sandbox, value) WHERE collection = 'life'`);
    } catch (error) {
      throw new StoreError(`${file}: cannot be used as the mock's data: ${(error as Error).message}.`, {
        cause: error,
      });
    }
    const where = 'WHERE sandbox = ? AND collection = ?';
    this.#get = this.#database.prepare(`SELECT value FROM record ${where} AND key = ?`);
    this.#put = this.#database.prepare(
      'INSERT OR REPLACE INTO record (sandbox, collection, key, value) VALUES (?, ?, ?, ?)',
    );
    this.#delete = this.#database.prepare(`DELETE FROM record ${where} AND key = ?`);
    this.#list = this.#database.prepare(`SELECT value FROM record ${where} AND key >= ? AND key < ? ORDER BY key`);
    this.#clear = this.#database.prepare(`DELETE FROM record ${where}`);
    this.#copy = this.#database.prepare(
      `INSERT INTO record (sandbox, collection, key, value) SELECT ?, collection, key, value FROM record ${where}`,
    );
    this.#sandboxes = this.#database.prepare("SELECT sandbox, value FROM record WHERE collection = 'life'");
    this.#drop = this.#database.prepare('DELETE FROM record WHERE sandbox = ?');
  }

  transaction<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#run(sandbox, work));
  }

  get<C extends CollectionName>(sandbox: string, collection: C, key: Key): Promise<Collections[C] | undefined> {
    return this.#inTurn(async () => {
      const row = this.#get.get(sandbox, collection, toText(key));
      return row && parse<C>(row.value);
    });
  }

  sandboxes(): Promise<ReadonlyMap<string, Collections['life']>> {
    return this.#inTurn(
      async () => new Map(this.#sandboxes.all().map(({ sandbox, value }) => [String(sandbox), parse<'life'>(value)])),
    );
  }

  drop(sandbox: string): Promise<boolean> {
    return this.#inTurn(async () => Number(this.#drop.run(sandbox).changes) > 0);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#tail;
    if (this.#database.isOpen) this.#database.close();
  }

  async #run<T>(sandbox: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(this.#open(sandbox));
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #open(sandbox: string): Transaction {
    return {
      get: async <C extends CollectionName>(collection: C, key: Key) => {
        const row = this.#get.get(sandbox, collection, toText(key));
        return row && parse<C>(row.value);
      },
      put: async (collection, key, value) => {
        this.#put.run(sandbox, collection, toText(key), JSON.stringify(value));
      },
      delete: async (collection, key) => Number(this.#delete.run(sandbox, collection, toText(key)).changes) > 0,
      list: async <C extends CollectionName>(collection: C, prefix: Key = []) => {
        const start = toPrefix(prefix);
        return this.#list.all(sandbox, collection, start, `${start}\u{10FFFF}`).map((row) => parse<C>(row.value));
      },
      clear: async (collections) => {
        for (const collection of collections) this.#clear.run(sandbox, collection);
      },
      copyFrom: async (source, collections) => {
        for (const collection of collections) {
          this.#clear.run(sandbox, collection);
          this.#copy.run(sandbox, source, collection);
        }
      },
    };
  }
}

function parse<C extends CollectionName>(value: unknown): Collections[C] {
  return JSON.parse(String(value)) as Collections[C];
}
