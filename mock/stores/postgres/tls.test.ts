import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { selfSignedCertificate } from '../../../test/helpers/mock.ts';
import { postgresTest } from '../../../test/helpers/postgres/postgres.ts';
import { PostgresServer, unprivilegedUser } from '../../../test/helpers/postgres/postgres-server.ts';
import { StoreError } from '../../core/store-error.ts';
import { openPostgresStore } from './postgres-store.ts';

/** Tests of `sslmode` and `sslrootcert` with a PostgreSQL server that offers TLS. */

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
const [certificate, other, key] = ['server.pem', 'other.pem', 'server.key'].map((name) => join(folder, name));

const test = postgresTest.extend('tlsServer', { scope: 'worker' }, async ({ shared: _ }, { onCleanup }) => {
  const own = await selfSignedCertificate('127.0.0.1');
  writeFileSync(String(certificate), own.cert);
  writeFileSync(String(other), (await selfSignedCertificate('127.0.0.1')).cert);
  // PostgreSQL rejects a key file that other users can read.
  writeFileSync(String(key), own.key, { mode: 0o600 });
  chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) chownSync(String(key), unprivilegedUser().uid, unprivilegedUser().gid);
  const settings = ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`];
  const server = await PostgresServer.start({ settings });
  onCleanup(() => server[Symbol.asyncDispose]());
  return server;
});

test.for([
  ['prefer', true],
  ['disable', false],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
] as const)('connects with sslmode=%s (encrypted: %s)', async ([mode, isEncrypted], { server, tlsServer }) => {
  expect(server).toBeDefined();
  const root = mode.startsWith('verify') ? `&sslrootcert=${certificate}` : '';
  const store = await openPostgresStore(`${await tlsServer.newDatabase()}?sslmode=${mode}${root}`);
  await store.bytes();
  const connections = await tlsServer.query(
    `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'integration-contract'`,
  );
  await store.close();
  expect(new Set(connections.map(({ ssl }) => ssl))).toEqual(new Set([isEncrypted]));
});

test.for(['verify-ca', 'verify-full'])(
  'rejects, with sslmode=%s, a server certificate that the authority in sslrootcert did not issue',
  async (mode, { server, tlsServer }) => {
    expect(server).toBeDefined();
    const url = `${await tlsServer.newDatabase()}?sslmode=${mode}&sslrootcert=${other}`;
    const error = await openPostgresStore(url).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).toMatch(/The mock cannot use the database .*: .*certificate/);
  },
);

test('rejects a server without TLS with sslmode=require', async ({ database }) => {
  await expect(openPostgresStore(`${database}?sslmode=require`)).rejects.toThrow(
    'The server does not support SSL connections',
  );
});
