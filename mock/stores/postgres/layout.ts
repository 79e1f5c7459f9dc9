import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { rowsOf } from './database.ts';
import { sqlState, unusable } from './database-error.ts';

/** The version of the tables that layout.sql creates; the table `meta` stores this version. */
export const LAYOUT = 1;
const OLDEST_VERSION = 12;
const SQL = new URL('./layout.sql', import.meta.url);
const TABLES = ['meta', 'replica', 'sandbox', 'record'];
/**
 * The SQLSTATEs of errors that occur if two processes create the same table concurrently: unique_violation,
 * duplicate_table and duplicate_object.
 */
const CONCURRENT = new Set(['23505', '42P07', '42710']);
const MAX_ATTEMPTS = 20;

/**
 * Checks the database server, creates the missing tables of the mock, and checks the version of existing tables.
 * @throws StoreError when the mock cannot use the database
 */
export async function prepareLayout(client: ClientBase, shown: string): Promise<void> {
  const [server = {}] = rowsOf(
    await client.query(
      `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version,
              current_setting('transaction_read_only') AS read_only, current_user AS role`,
    ),
  );
  if (Number(server.number) < OLDEST_VERSION * 10_000)
    throw unusable(shown, `it is PostgreSQL ${server.version}; expected version ${OLDEST_VERSION} or later`);
  if (server.read_only === 'on') throw unusable(shown, 'it is read-only. Use the address of the primary server');
  try {
    await createMissing(client);
  } catch (error) {
    if (sqlState(error) === '42501') throw unusable(shown, `the role ${server.role} cannot create tables in it`);
    throw error;
  }
  const layout = await readLayout(client).catch((error) => {
    // 42703: the table `meta` does not have the columns of the mock, so it belongs to another program.
    if (sqlState(error) === '42703') throw unusable(shown, 'its table meta belongs to another program');
    throw error;
  });
  if (layout !== undefined && layout !== LAYOUT)
    throw unusable(
      shown,
      `its tables have layout ${layout}; expected ${LAYOUT}. Use the version of the mock that created the tables, or an empty database`,
    );
}

async function createMissing(client: ClientBase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [row = {}] = rowsOf(
      await client.query('SELECT bool_and(to_regclass(name) IS NOT NULL) AS complete FROM unnest($1::text[]) AS name', [
        TABLES,
      ]),
    );
    if (row.complete === true) return;
    try {
      await client.query(readFileSync(SQL, 'utf8'));
    } catch (error) {
      if (!CONCURRENT.has(sqlState(error) ?? '') || attempt === MAX_ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}

async function readLayout(client: ClientBase): Promise<number | undefined> {
  const [row] = rowsOf(await client.query('SELECT layout FROM meta ORDER BY layout DESC LIMIT 1'));
  return row && Number(row.layout);
}
