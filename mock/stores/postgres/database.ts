import type { Client, ClientConfig, Pool, PoolClient, QueryResult } from 'pg';
import { StoreError } from '../../core/store-error.ts';
import { type Address, parseAddress } from './address.ts';
import { reasonOf, unusable } from './database-error.ts';

/** Connections for transactions. Each process has two more: for reads, and for its contact. */
const POOL_SIZE = 6;
/** Time to connect, including the time to wait for a free connection. */
const CONNECT_MS = 3000;
/** Time of one statement. It is longer than the limits of the server, which end a statement with a clear error. */
const QUERY_MS = 3500;

type Driver = typeof import('pg');

/** Rows have the types that the statements select. */
export type Row = Readonly<Record<string, unknown>>;

/** A PostgreSQL database. Statements of one connection are sent without waiting for the results of earlier ones. */
export class Database {
  /** The address without the password. */
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
    // The error also rejects the statements of the connection. Without a listener, it would end the process.
    this.#pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  }

  /**
   * Connects for the first time, and finds out if the server offers TLS.
   *
   * @param prepare prepares the database for its use
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

  /** Opens a connection outside the pool. */
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

  /** Takes a connection from the pool. `release(true)` closes it. */
  acquire(): Promise<PoolClient> {
    return this.#pool.connect();
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** The message of the driver if the server does not offer TLS. */
const NO_TLS = 'The server does not support SSL connections';

function shownAddress({ user, host, port, database }: Client): string {
  const name = [user === undefined ? '' : `${user}@`, host, host.startsWith('/') ? '' : `:${port}`].join('');
  return `postgres://${name}/${database ?? ''}`;
}

/** The rows of a result. */
export function rowsOf(result: QueryResult): readonly Row[] {
  return result.rows as readonly Row[];
}
