import type { Client, ClientConfig, Pool, PoolClient, QueryResult } from 'pg';
import { StoreError } from '../../core/store-error.ts';
import { type Address, parseAddress } from './address.ts';
import { reasonOf, unusable } from './database-error.ts';

/**
 * Largest number of connections in the pool of a process. Each process has two more connections: one for
 * `RecordReader`, and one for `ReplicaContact`.
 */
const POOL_SIZE = 6;
/** The time limit for opening a connection, and for waiting until a connection of the pool is free, in milliseconds. */
const CONNECT_MS = 3000;
/**
 * The time limit of a statement in the driver `pg`, in milliseconds. The time limit of a statement in the database
 * server is shorter (`BEGIN`), so that the error normally comes from the server, whose message is clearer.
 */
const QUERY_MS = 3500;

type Driver = typeof import('pg');

/** A row of a query result: the values by the names of the columns. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A PostgreSQL database. A connection to the database sends each statement without waiting for the results of earlier
 * statements.
 */
export class Database {
  /** The address of the database without the password. */
  readonly shown: string;
  readonly #driver: Driver;
  readonly #config: ClientConfig;
  readonly #pool: Pool;

  private constructor(driver: Driver, config: ClientConfig, shown: string) {
    this.shown = shown;
    this.#driver = driver;
    this.#config = { ...config, pipeline: true, keepAlive: true, query_timeout: QUERY_MS } as ClientConfig;
    this.#pool = new driver.Pool({
      ...this.#config,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 30_000,
    });
    // After a connection to the database has failed, the connection rejects its statements. The connection also emits
    // the event `error`, which ends a process that has no listener for the event.
    this.#pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  }

  /**
   * Opens the first connection to the database. With `sslmode=prefer`, finds out whether the server offers TLS.
   *
   * @param prepare function that creates the tables over the first connection
   * @throws StoreError when the database cannot be used
   */
  static async open(
    url: string,
    connectMs: number,
    prepare: (client: Client, shown: string) => Promise<void>,
  ): Promise<Database> {
    const { config, plainIfNeeded }: Address = parseAddress(url);
    const driver = await import('pg');
    const shown = shownAddress(new driver.Client(config));
    const open = async (ssl: ClientConfig['ssl']) => {
      const database = new Database(driver, { ...config, ssl }, shown);
      const client = await database.connect(connectMs);
      try {
        await prepare(client, shown);
      } finally {
        client.end().catch(() => undefined);
      }
      return database;
    };
    try {
      return await open(config.ssl).catch((error: Error) => {
        if (plainIfNeeded && error.message === NO_TLS) return open(false);
        throw error;
      });
    } catch (error) {
      throw error instanceof StoreError ? error : unusable(shown, reasonOf(error), error);
    }
  }

  /** Opens a separate connection, which does not belong to the pool. */
  async connect(connectMs = CONNECT_MS, queryMs = QUERY_MS): Promise<Client> {
    const client = new this.#driver.Client({
      ...this.#config,
      connectionTimeoutMillis: connectMs,
      query_timeout: queryMs,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /**
   * Takes a connection from the pool. The call `release()` returns the connection to the pool; `release(true)` closes
   * the connection.
   */
  acquire(): Promise<PoolClient> {
    return this.#pool.connect();
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** The error message of the driver `pg` for a server that does not offer TLS. */
const NO_TLS = 'The server does not support SSL connections';

function shownAddress({ user, host, port, database }: Client): string {
  const name = [user === undefined ? '' : `${user}@`, host, host.startsWith('/') ? '' : `:${port}`].join('');
  return `postgres://${name}/${database ?? ''}`;
}

/** Returns the rows of a query result, whose values have the type `unknown`. */
export function rowsOf(result: QueryResult): readonly Row[] {
  return result.rows as readonly Row[];
}
