import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { openPostgresStore } from '../mock/stores/postgres/postgres-store.ts';
import { postgresTest } from './helpers/postgres/postgres.ts';
import { PostgresProxy } from './helpers/postgres/postgres-proxy.ts';
import type { PostgresDatabases } from './helpers/postgres/postgres-server.ts';
import { runCli } from './helpers/run-cli.ts';

/** Tests that the mock ends with one clear line if it cannot use its database. */

const MAX_START_MS = 20_000;

interface Prepared {
  readonly server: PostgresDatabases;
  readonly database: string;
  /** Closes a server at the end of the test. */
  readonly keep: (server: AsyncDisposable) => void;
}

/**
 * Databases that the mock cannot use: the expected reason, and a function that prepares the database and returns its
 * URL.
 */
const UNUSABLE: readonly (readonly [
  title: string,
  reason: string,
  prepare: (prepared: Prepared) => Promise<string>,
])[] = [
  [
    'without a server at the address',
    'no server accepts connections at 127.0.0.1:1',
    async ({ database, server }) => database.replace(`:${server.port}/`, ':1/'),
  ],
  [
    'on a server that never responds',
    'it does not respond',
    async ({ server, database, keep }) => server.url(nameOf(database), { port: await startSilentServer(keep) }),
  ],
  [
    'on a server of version 11',
    'it is PostgreSQL 11.4; expected version 12 or later',
    async ({ server, database, keep }) => server.url(nameOf(database), { port: await startOldServer(server, keep) }),
  ],
  [
    'with another password',
    'password authentication failed for user "mock"',
    async ({ database }) => database.replace(/:[^:@]+@/, ':secret@'),
  ],
  ['that does not exist', 'database "none" does not exist', async ({ server }) => server.url('none')],
  [
    'that is read-only',
    'it is read-only. Use the address of the primary server',
    async ({ database, server }) => {
      await server.query(`ALTER DATABASE ${nameOf(database)} SET default_transaction_read_only = on`);
      return database;
    },
  ],
  [
    'in which the role may not create tables',
    'cannot create tables in it',
    async ({ database, server }) => readerOf(database, server),
  ],
  [
    'in which the role may only read',
    'permission denied for table meta',
    async ({ database, server }) => {
      await (await openPostgresStore(database)).close();
      const reader = await readerOf(database, server);
      await server.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${new URL(reader).username}`, database);
      return reader;
    },
  ],
  [
    'with another layout',
    'its tables have layout 99; expected 1',
    async ({ database, server }) => {
      await (await openPostgresStore(database)).close();
      await server.query('INSERT INTO meta (layout, document, journal, sandbox_ttl) VALUES (99, $$$$, 1, 1)', database);
      return database;
    },
  ],
  [
    'whose table belongs to another program',
    'its table meta belongs to another program',
    async ({ database, server }) => {
      await server.query('CREATE TABLE meta (key text)', database);
      return database;
    },
  ],
];

postgresTest.for(UNUSABLE)(
  'ends the start with status 2 and one line for a database %s',
  async ([, reason, prepare], { database, server, onTestFinished }) => {
    const keep = (started: AsyncDisposable) => onTestFinished(() => started[Symbol.asyncDispose]());
    const url = await prepare({ server, database, keep });
    const started = performance.now();
    const { status, stdout, stderr } = await runCli(['mock', '--port', '0', '--data', url], { cwd: tmpdir() });
    expect(performance.now() - started).toBeLessThan(MAX_START_MS);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(reason)]);
    for (const password of [new URL(url).password, decodeURIComponent(new URL(url).password)])
      expect(stderr).not.toContain(password);
  },
);

function nameOf(database: string): string {
  return new URL(database).pathname.slice(1);
}

/** Creates a role without rights. @returns the URL of the database for the role */
async function readerOf(database: string, server: PostgresDatabases): Promise<string> {
  const user = `reader_of_${nameOf(database)}`;
  await server.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`);
  return server.url(nameOf(database), { user, password: 'secret' });
}

/** Starts a server that accepts connections and sends nothing. @returns its port */
async function startSilentServer(keep: Prepared['keep']): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  keep({
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a proxy that replaces the version of the PostgreSQL server by 11.4. @returns the port of the proxy */
async function startOldServer(server: PostgresDatabases, keep: Prepared['keep']): Promise<number> {
  const [version] = await server.query(
    "SELECT current_setting('server_version') AS text, current_setting('server_version_num') AS number",
  );
  const proxy = await PostgresProxy.start(server.port);
  keep(proxy);
  proxy.judge = ({ from, bytes }) => {
    if (from === 'server') {
      replace(bytes, String(version?.text), '11.4');
      replace(bytes, String(version?.number), '110004');
    }
    return 'forward';
  };
  return proxy.port;
}

/** Overwrites the text in the bytes with the replacement, which is padded with spaces to the same length. */
function replace(bytes: Buffer, text: string, replacement: string): void {
  const at = bytes.indexOf(text);
  if (at !== -1) bytes.write(replacement.padEnd(text.length), at);
}
