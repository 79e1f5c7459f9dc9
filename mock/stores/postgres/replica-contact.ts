import type { Client, PoolClient } from 'pg';
import type { Replica, Replicas, ReplicaTerms } from '../../core/replicas.ts';
import { StoreError } from '../../core/store-error.ts';
import { type Database, type Row, rowsOf } from './database.ts';
import { unavailable } from './database-error.ts';
import { LAYOUT } from './layout.ts';

/**
 * The interval between two checks of the database, in milliseconds. The sum of `INTERVAL_MS` and `TIMEOUT_MS` must stay
 * below two seconds, since a process must report within two seconds that the database does not respond.
 */
const INTERVAL_MS = 400;
const TIMEOUT_MS = 1000;
/** This process updates its row in the table `replica` once per this number of checks. */
const CHECKS_PER_CONTACT = 10;
/** This process deletes the unused rows of the table `sandbox` once per this number of checks. */
const CHECKS_PER_CLEANUP = 1000;

const CHECK = `SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now,
  current_setting('transaction_read_only') AS read_only`;
const CONTACT = `INSERT INTO replica (name, version, document, last_seen) VALUES ($1, $2, $3, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET version = excluded.version, document = excluded.document, last_seen = excluded.last_seen`;
const LEAVE = 'DELETE FROM replica WHERE name = $1';
const FORGET = "DELETE FROM replica WHERE last_seen < clock_timestamp() - interval '30 seconds'";
const LIST = `SELECT name, version, document, last_seen FROM replica
  WHERE last_seen >= clock_timestamp() - interval '30 seconds' ORDER BY name`;
const TERMS = 'SELECT layout, document, journal, sandbox_ttl FROM meta FOR UPDATE';
/**
 * Creates the row that contains the settings that all replicas must share (`ReplicaTerms`), if no other process has
 * created the row. Each process locks this row of the table `meta` before it compares its own settings with the
 * settings in the row.
 */
const CREATE_TERMS = `INSERT INTO meta (layout, document, journal, sandbox_ttl) VALUES ($1, $2, $3, $4)
  ON CONFLICT (layout) DO NOTHING`;
const SET_TERMS = 'UPDATE meta SET document = $2, journal = $3, sandbox_ttl = $4 WHERE layout = $1';
/**
 * Deletes the rows of sandboxes that have no records and that were last changed an hour ago. Within an hour after the
 * last change of a sandbox, a process may still need the row of the sandbox to find out whether a commit succeeded.
 */
const CLEAN_UP = `DELETE FROM sandbox WHERE last_ms < $1
  AND NOT EXISTS (SELECT 1 FROM record WHERE record.sandbox = sandbox.name)`;
const CLEAN_UP_AFTER_MS = 3_600_000;

/** Contacts the database regularly: checks whether the database responds, and shows this process to other replicas. */
export class ReplicaContact implements Replicas {
  readonly name: string;
  ready = true;
  readonly #database: Database;
  #client: Client | undefined;
  #terms: ReplicaTerms | undefined;
  /** The time on the clock of the database minus the time on the clock of this process, in milliseconds. */
  #offsetMs = 0;
  #checks = 0;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, name: string) {
    this.#database = database;
    this.name = name;
  }

  now(): number {
    return Math.round(Date.now() + this.#offsetMs);
  }

  async list(): Promise<readonly Replica[]> {
    const rows = await this.#inPool(async (client) => rowsOf(await client.query(LIST)));
    return rows.map(toReplica);
  }

  async join(terms: ReplicaTerms): Promise<void> {
    await this.#inPool(async (client) => {
      await client.query('BEGIN');
      const values = [LAYOUT, terms.document, terms.journal, terms.sandboxTtl];
      await client.query(CREATE_TERMS, values);
      const [agreed = {}] = rowsOf(await client.query(TERMS));
      const others = rowsOf(await client.query(LIST)).filter(({ name }) => name !== this.name);
      const difference = others.length > 0 ? this.#difference(terms, agreed, others.map(toReplica)) : undefined;
      if (difference !== undefined) {
        await client.query('ROLLBACK');
        throw difference;
      }
      await client.query(SET_TERMS, values);
      await client.query(CONTACT, [this.name, terms.version, terms.document]);
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('it did not store the contact');
    });
    this.#terms = terms;
    await this.#check();
    this.#schedule();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#checking;
    try {
      await this.#client?.query(LEAVE, [this.name]);
      await this.#client?.end();
    } catch {
      // If the row of this process cannot be deleted here, another replica deletes the row after 30 seconds.
    }
  }

  #difference(terms: ReplicaTerms, agreed: Row, others: readonly Replica[]): StoreError | undefined {
    const { shown } = this.#database;
    const names = others.map(({ name }) => name).join(', ');
    const settings = [
      ['--journal', terms.journal, agreed.journal],
      ['--sandbox-ttl', terms.sandboxTtl, agreed.sandbox_ttl],
    ] as const;
    for (const [flag, own, other] of settings) {
      if (own !== Number(other))
        return new StoreError(
          `${flag} is ${own}; expected ${other} as in the other replicas of ${shown} (${names}). Use the value of the other replicas, or stop the other replicas first.`,
        );
    }
    const other = others.find(({ document }) => document !== terms.document);
    if (!other || terms.acceptDocument) return undefined;
    return new StoreError(
      `The OpenAPI document of this mock has SHA-256 ${terms.document}; expected ${other.document} as in the replica ${other.name} of ${shown}. Serve the same document in all replicas, or allow the change with --data-accept-document.`,
    );
  }

  async #inPool<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#database.acquire().catch((error) => {
      throw unavailable(this.#database.shown, error);
    });
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error instanceof StoreError ? error : unavailable(this.#database.shown, error);
    }
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.#check().finally(() => this.#schedule());
    }, INTERVAL_MS).unref();
  }

  /** Checks that the database responds and accepts writes. */
  async #check(): Promise<void> {
    try {
      this.#client ??= await this.#database.connect(TIMEOUT_MS, TIMEOUT_MS);
      const client = this.#client;
      const sent = Date.now();
      const [{ now, read_only: readOnly } = {}] = rowsOf(await client.query(CHECK));
      this.#offsetMs = Number(now) - (sent + Date.now()) / 2;
      if (readOnly !== 'off') throw new Error('it is read-only');
      if (this.#checks++ % CHECKS_PER_CONTACT === 0) await this.#makeContact(client);
      if (this.#checks % CHECKS_PER_CLEANUP === 0)
        await client.query(CLEAN_UP, [Math.round(this.now() - CLEAN_UP_AFTER_MS)]);
      this.ready = true;
    } catch {
      this.ready = false;
      this.#client?.end().catch(() => undefined);
      this.#client = undefined;
    }
  }

  async #makeContact(client: Client): Promise<void> {
    const terms = this.#terms;
    if (terms) await client.query(CONTACT, [this.name, terms.version, terms.document]);
    await client.query(FORGET);
  }
}

function toReplica({ name, version, document, last_seen: lastSeen }: Row): Replica {
  return {
    name: String(name),
    version: String(version),
    document: String(document),
    lastSeen: (lastSeen as Date).toISOString(),
  };
}
