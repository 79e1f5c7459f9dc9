import { replicaName } from '../../core/replicas.ts';
import type { Collection, Key, Store, Transaction } from '../../core/store.ts';
import { StoreError } from '../../core/store-error.ts';
import { toColumn } from './column-key.ts';
import { Database, rowsOf } from './database.ts';
import { reasonOf, unavailable, unusable } from './database-error.ts';
import { prepareLayout } from './layout.ts';
import { ReadPrediction } from './read-prediction.ts';
import { RecordReader } from './record-reader.ts';
import { ReplicaContact } from './replica-contact.ts';
import { SandboxQueue } from './sandbox-queue.ts';

/** The time limit for opening the first connection at the start, in milliseconds. */
const START_MS = 10_000;
/** The default time that a caller waits for the store before its request fails, in milliseconds. */
const PATIENCE_MS = 7000;
/** The store checks at this interval, in milliseconds, whether the waiting time of a caller has ended. */
const EXPIRY_MS = 100;

/** Reads one record per sandbox by its key, since reading the whole table `record` would take long. */
const PER_SANDBOX = `SELECT record.sandbox, record.value FROM sandbox
  JOIN record ON record.sandbox = sandbox.name AND record.collection = $1`;
const BYTES = 'SELECT coalesce(sum(octet_length(value)), 0) AS bytes FROM record';

/** Opens the store in a PostgreSQL database. @throws StoreError when the mock cannot use the database */
export async function openPostgresStore(url: string): Promise<PostgresStore> {
  try {
    return new PostgresStore(await Database.open(url, START_MS, prepareLayout));
  } catch (error) {
    throw error instanceof StoreError ? error : unusable('of --data', reasonOf(error), error);
  }
}

/** A store in a PostgreSQL database. Several processes can share the database. */
export class PostgresStore implements Store {
  readonly replicas: ReplicaContact;
  readonly #database: Database;
  readonly #reader: RecordReader;
  readonly #queues = new Map<string, SandboxQueue>();
  readonly #prediction = new ReadPrediction();
  #batches = 0;
  readonly #expiry: NodeJS.Timeout;

  constructor(database: Database) {
    this.#database = database;
    this.#reader = new RecordReader(database);
    this.replicas = new ReplicaContact(database, replicaName());
    this.#expiry = setInterval(() => this.#expire(), EXPIRY_MS).unref();
  }

  transaction<T>(
    sandbox: string,
    work: (transaction: Transaction) => Promise<T>,
    patienceMs = PATIENCE_MS,
  ): Promise<T> {
    const known = this.#queues.get(sandbox);
    const queue = known ?? this.#newQueue(sandbox);
    if (!known) this.#queues.set(sandbox, queue);
    return queue.add(work, patienceMs) as Promise<T>;
  }

  async get<T>(sandbox: string, collection: Collection<T>, key: Key, patienceMs = PATIENCE_MS): Promise<T | undefined> {
    const json = await this.#reader.get(sandbox, collection, toColumn(key), patienceMs);
    return json === undefined ? undefined : (JSON.parse(json) as T);
  }

  async perSandbox<T>(collection: Collection<T>): Promise<ReadonlyMap<string, T>> {
    const rows = await this.#select(PER_SANDBOX, [collection]);
    return new Map(rows.map(({ sandbox, value }) => [String(sandbox), JSON.parse(String(value)) as T]));
  }

  async bytes(): Promise<number> {
    const [row] = await this.#select(BYTES);
    return Number(row?.bytes);
  }

  async #select(query: string, values: readonly string[] = []): Promise<ReturnType<typeof rowsOf>> {
    let client: Awaited<ReturnType<Database['acquire']>> | undefined;
    try {
      client = await this.#database.acquire();
      const rows = rowsOf(await client.query(query, [...values]));
      client.release();
      return rows;
    } catch (error) {
      client?.release(true);
      throw unavailable(this.#database.shown, error);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#queues.values().map(({ idle }) => idle));
    clearInterval(this.#expiry);
    await this.replicas.close();
    await this.#reader.close();
    await this.#database.close();
  }

  #newQueue(sandbox: string): SandboxQueue {
    const nextBatch = () => `${this.replicas.name}:${++this.#batches}`;
    return new SandboxQueue(this.#database, sandbox, nextBatch, this.#prediction);
  }

  #expire(): void {
    const now = performance.now();
    this.#reader.expire(now);
    for (const [sandbox, queue] of this.#queues) {
      queue.expire(now);
      if (!queue.idle) this.#queues.delete(sandbox);
    }
  }
}
