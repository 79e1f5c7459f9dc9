import { describe, expect, test } from 'vitest';
import { postgresTest } from '../../../test/helpers/postgres.ts';
import type { PostgresDatabases } from '../../../test/helpers/postgres-server.ts';
import { StoreError } from '../../core/store-error.ts';
import { openPostgresStore } from './postgres-store.ts';

/** Databases that the mock cannot use. Each prepares one and returns its URL. */
const UNUSABLE: readonly (readonly [
  title: string,
  reason: string,
  prepare: (database: string, server: PostgresDatabases) => Promise<string>,
])[] = [
  [
    'without a server at the address',
    'no server accepts connections at 127.0.0.1:1',
    async (database, server) => database.replace(`:${server.port}/`, ':1/'),
  ],
  [
    'with another password',
    'password authentication failed for user "mock"',
    async (database) => database.replace(/:[^:@]+@/, ':secret@'),
  ],
  ['that does not exist', 'database "none" does not exist', async (_, server) => server.url('none')],
  [
    'that is read-only',
    'it is read-only. Use the address of the primary server',
    async (database, server) => {
      await server.query(`ALTER DATABASE ${nameOf(database)} SET default_transaction_read_only = on`);
      return database;
    },
  ],
  [
    'in which the role may not create tables',
    'the role reader cannot create tables in it',
    async (database, server) => {
      await server.query(`DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN PASSWORD 'secret'`);
      return server.url(nameOf(database), { user: 'reader', password: 'secret' });
    },
  ],
  [
    'with another layout',
    'its tables have layout 99; expected 1',
    async (database, server) => {
      await (await openPostgresStore(database)).close();
      await server.query('INSERT INTO meta (layout, document, journal, sandbox_ttl) VALUES (99, $$$$, 1, 1)', database);
      return database;
    },
  ],
  [
    'whose table belongs to another program',
    'its table meta belongs to another program',
    async (database, server) => {
      await server.query('CREATE TABLE meta (key text)', database);
      return database;
    },
  ],
];

function nameOf(database: string): string {
  return new URL(database).pathname.slice(1);
}

describe('a database', () => {
  postgresTest.for(UNUSABLE)('%s is rejected with the reason', async ([, reason, prepare], { database, server }) => {
    const url = await prepare(database, server);
    const error = await openPostgresStore(url).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).toContain(reason);
    expect(error.message).not.toContain(new URL(url).password);
  });
});

test.each([
  ['postgres://mock:secret@host/db?sslmode=always', 'sslmode is "always"; expected one of disable,'],
  ['postgres://mock:secret@host/db?sslmod=require', 'has the parameter "sslmod"; expected one of'],
  ['postgres://mock:secret@host/db?sslmode=verify-full&sslrootcert=/no/such', 'The file of sslrootcert cannot be read'],
  ['postgres://mock:%zz@host/db', 'contains % without two hexadecimal digits'],
  ['postgres://mock:secret@host:port/db', 'The URL of --data is not valid'],
])('rejects the URL %s without its password', async (url, reason) => {
  const error = await openPostgresStore(url).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect(error.message).toContain(reason);
  expect(error.message).not.toContain('secret');
});
