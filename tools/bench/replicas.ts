import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../../test/helpers/postgres/postgres-server.ts';
import { runLoad } from './load.ts';
import { cpuTimeOfFamily, moveToAllCores } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { creation } from './requests.ts';
import type { Samples } from './samples.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { CONFORM } from './servers.ts';
import type { Workspace } from './workspace.ts';

/**
 * Measured configurations: one sandbox in a data file or in PostgreSQL, and a hundred sandboxes with one or three
 * replicas.
 */
export const [FILE, DATABASE] = ['data file', 'PostgreSQL'];
export const [ONE, THREE] = ['one replica', 'three replicas'];

const SANDBOXES = 100;
const REPLICAS = 3;

/**
 * Measures POST requests to mocks with `--data`, and the cold start of these mocks. The measured database waits for the
 * disk at each commit.
 */
export async function measureReplicas(options: BenchOptions, workspace: Workspace, samples: Samples): Promise<void> {
  await using server = await PostgresServer.start({ fsync: true });
  moveToAllCores(server.pid);
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'bench-data-')), (path) => rm(path, { recursive: true }));
  const file = join(folder, 'mock.sqlite');
  const [database, shared] = [await server.newDatabase(), await server.newDatabase()];
  // The first start of a mock creates the database tables.
  for (const data of [file, database]) await (await startMock(data))[Symbol.asyncDispose]();
  for (let round = 0; round < options.rounds; round++) {
    samples.add(FILE, await oneSandbox(file, options, workspace));
    samples.add(DATABASE, await oneSandbox(database, options, workspace, server));
    samples.add(ONE, await manySandboxes(shared, 1, options, workspace, server));
    samples.add(THREE, await manySandboxes(shared, REPLICAS, options, workspace, server));
  }
}

function startMock(data: string): Promise<ServerProcess> {
  const command = (port: number) => [CONFORM, 'mock', '--log', 'off', '--port', String(port), '--data', data];
  return startServer(command, creation('/v1'));
}

async function oneSandbox(
  data: string,
  { requests, connections }: BenchOptions,
  workspace: Workspace,
  server?: PostgresServer,
) {
  await using mock = await startMock(data);
  const load = () => ({ url: mock.url, requests: keys(requests, () => '/v1'), connections, expected: '2' });
  const cpuTime = () => mock.cpuTime() + (server ? cpuTimeOfFamily(server.pid) : 0);
  await runLoad(workspace.load, load(), cpuTime);
  const commits = await commitsOf(data, server);
  const result = await runLoad(workspace.load, load(), cpuTime);
  if (result.unexpected > 0)
    throw new Error(`the mock with ${data} does not respond to each POST with 201: ${JSON.stringify(result)}`);
  const seconds = requests / result.perSecond;
  return {
    ...result,
    ...{ startMs: mock.start.ms, startCpuMs: mock.start.cpuMs },
    ...(server && { commitsPerSecond: ((await commitsOf(data, server)) - commits) / seconds }),
  };
}

/** Spreads the requests over sandboxes and replicas: each sandbox is used through all replicas. */
async function manySandboxes(
  data: string,
  replicas: number,
  { requests, connections }: BenchOptions,
  workspace: Workspace,
  server: PostgresServer,
) {
  await using stack = new AsyncDisposableStack();
  const mocks: ServerProcess[] = [];
  for (let n = 0; n < replicas; n++) mocks.push(stack.use(await startMock(data)));
  const cpuTime = () => mocks.reduce((sum, mock) => sum + mock.cpuTime(), 0);
  const share = Math.ceil(requests / replicas);
  const run = (count: number) =>
    Promise.all(
      mocks.map(({ url }) => {
        const load = { url, requests: keys(count, anySandbox), connections: Math.ceil(connections / replicas) };
        return runLoad(workspace.load, { ...load, expected: '2' }, cpuTime);
      }),
    );
  // Each of three replicas gets as many warm-up requests as a single replica.
  await run(requests);
  const [before, databaseBefore] = [cpuTime(), cpuTimeOfFamily(server.pid)];
  const results = await run(share);
  const count = share * replicas;
  if (results.some(({ unexpected }) => unexpected > 0))
    throw new Error('a replica does not respond to each POST with 201');
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    perCpuSecond: (count / (cpuTime() - before)) * 1000,
    databaseCpuUs: ((cpuTimeOfFamily(server.pid) - databaseBefore) / count) * 1000,
    p99: Math.max(...results.map(({ p99 }) => p99)),
  };
}

/** The order of the sandboxes is random, so that the connections do not all use the same sandbox at the same time. */
function anySandbox(): string {
  return `/sandboxes/sandbox-${randomInt(SANDBOXES)}/v1`;
}

function keys(count: number, prefix: () => string) {
  return Array.from({ length: count }, (_, n) => creation(prefix(), `Key ${n}`));
}

async function commitsOf(data: string, server: PostgresServer | undefined): Promise<number> {
  const name = new URL(data, 'file:').pathname.slice(1);
  const rows = await server?.query(`SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = '${name}'`);
  return Number(rows?.[0]?.commits);
}
