import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/run/referee/free-port.ts';
import { debianPackage } from './debian-package.ts';
import { type PostgresServer, unprivilegedUser } from './postgres-server.ts';

/** PgBouncer in transaction mode: each transaction of a connection may run on another connection of the server. */
export interface PgBouncer extends AsyncDisposable {
  readonly port: number;
}

/**
 * Starts the program of the Debian package `pgbouncer`. @returns undefined on a machine where PgBouncer cannot be
 * installed
 */
export async function startPgBouncer(server: PostgresServer): Promise<PgBouncer | undefined> {
  const program = debianPackage('pgbouncer')?.find((path) => path.endsWith('bin/pgbouncer'));
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const { username, password } = new URL(server.url());
  const port = await freePort();
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
  const settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' },
    ...{ auth_type: 'scram-sha-256', auth_file: join(folder, 'users.txt') },
    // The pool has fewer connections than the replicas together, so that transactions share connections.
    ...{ pool_mode: 'transaction', default_pool_size: 8, max_client_conn: 200 },
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(config, `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\n${lines.join('')}`);
  const identity = process.getuid?.() === 0 ? unprivilegedUser() : {};
  const child = spawn(program, [config], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let output = '';
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    output += chunk;
    if (output.includes('process up')) break;
  }
  if (!output.includes('process up')) throw new Error(`PgBouncer does not start: ${output}`);
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
