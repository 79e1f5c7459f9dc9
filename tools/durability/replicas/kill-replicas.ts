import { setTimeout as sleep } from 'node:timers/promises';
import { debianPackage } from '../../../test/helpers/postgres/debian-package.ts';
import { startPgBouncer } from '../../../test/helpers/postgres/pg-bouncer.ts';
import { isCommit, PostgresProxy } from '../../../test/helpers/postgres/postgres-proxy.ts';
import { PostgresServer } from '../../../test/helpers/postgres/postgres-server.ts';
import type { Durability } from '../kill-file-mock.ts';
import { type SpawnedMock, spawnMock } from '../spawn-mock.ts';
import { runSuite } from './run-suite.ts';
import { verifyWrites } from './verify-writes.ts';
import { Writers } from './writers.ts';

/** Minimum number of writes in flight at each kill. */
const IN_FLIGHT = 50;
/** Maximum time in milliseconds between a COMMIT and a kill that the summary counts as close to the COMMIT. */
const CLOSE_MS = 5;
/**
 * Number of kills while the clients write to one sandbox. After these kills, the test verifies the writes to this
 * sandbox.
 */
const KILLS_PER_SANDBOX = 10;
/** Processes that the test kills in turn. */
const VICTIMS = ['replica', 'backend', 'replica', 'server', 'replica', 'backend'] as const;
/** Flags of the mocks: their journals are large enough to keep all exchanges of the test. */
const FLAGS = ['--journal', '1000000', '--seed', '7'];

/** Sandboxes for runs of the conformance suite: two consecutive runs, then two concurrent runs. */
const RUNS = [['suite-1'], ['suite-1'], ['suite-2', 'suite-3']];

/** Cases of a quick test: the cases whose result may depend on the number of replicas. */
const QUICK = 'behaviour,concurrent';

interface Kill {
  readonly inFlight: number;
  readonly afterCommitMs: number;
}

/** Time in seconds by which the clock of one replica is ahead. */
const AHEAD_S = 30;

/** Kills mocks that share a database, backends of the PostgreSQL server, and the server itself, while clients write. */
export async function killReplicas(replicas: number, kills: number, quick = false): Promise<Durability> {
  await using server = await PostgresServer.start({ fsync: true });
  await using proxy = await PostgresProxy.start(server.port);
  const database = await server.newDatabase();
  const url = database.replace(`:${server.port}/`, `:${proxy.port}/`);
  const mocks: SpawnedMock[] = [];
  const fastClock = clockAhead();
  /**
   * Starts a replica. The clock of the first replica is ahead of the clocks of the other replicas and of the PostgreSQL
   * server.
   */
  const start = async (index: number, data: string) => {
    mocks[index] = await spawnMock(data, FLAGS, index === 0 ? fastClock : {});
  };
  for (let index = 0; index < replicas; index++) await start(index, url);
  const writers = new Writers(() => mocks.map((mock) => mock.url));
  const errors: string[] = [];
  const done: Kill[] = [];
  const query = (text: string) => server.query(text, database);
  for (let round = 0; done.length < kills; round++) {
    const writes = await writers.prepare(`round-${round}`);
    while (done.length < kills && done.length < (round + 1) * KILLS_PER_SANDBOX) {
      const victim = VICTIMS[done.length % VICTIMS.length] ?? 'replica';
      const writing = writers.write(writes, `kill-${done.length}`);
      done.push(await killAtCommit(victim));
      await sleep(100);
      writers.stop();
      await writing;
    }
    const found = await verifyWrites(mocks[0]?.url ?? '', writes, query);
    errors.push(...found);
    process.stderr.write([...found, `${done.length} of ${kills} kills, ${errors.length} errors`, ''].join('\n'));
  }
  const suites: Durability[] = [];
  const judge = async (title: string, runs: readonly (readonly string[])[]) => {
    const urls = mocks.map((mock) => mock.url);
    suites.push(await runSuite(urls, title, runs, quick ? QUICK : undefined));
  };
  await using bouncer = await startPgBouncer(server);
  if (!quick || !bouncer) await judge(`${replicas} replicas in turn`, quick ? [['suite-1']] : RUNS);
  for (const mock of mocks) await mock.stop();
  if (bouncer) {
    const data = database.replace(`:${server.port}/`, `:${bouncer.port}/`);
    for (let index = 0; index < replicas; index++) await start(index, data);
    await judge(`${replicas} replicas in turn through PgBouncer in transaction mode`, [['suite-4']]);
    for (const mock of mocks) await mock.stop();
  }
  const close = done.filter(({ afterCommitMs }) => afterCommitMs <= CLOSE_MS).length;
  const least = Math.min(...done.map(({ inFlight }) => inFlight));
  return {
    errors: [...errors, ...suites.flatMap((suite) => suite.errors)],
    summary: [
      `${done.length} kills (${VICTIMS.join(', ')} in turn), at least ${least} writes in flight at each kill, ${close} kills within ${CLOSE_MS} ms after a COMMIT`,
      `${writers.acknowledged} acknowledged writes, ${errors.length} lost, repeated or wrong; ${writers.unknown} without a response or with 503; slowest response ${Math.round(writers.slowestMs)} ms`,
      fastClock
        ? `the clock of one replica was ${AHEAD_S} s ahead`
        : 'all clocks were the same: the package faketime cannot be installed',
      ...suites.flatMap(({ summary }) => summary),
      ...(bouncer ? [] : ['not tested with PgBouncer: its package cannot be installed']),
    ],
  };

  /**
   * Waits for enough writes in flight, waits for a COMMIT, and then kills a process. The promise resolves when the
   * killed process runs again.
   */
  async function killAtCommit(victim: (typeof VICTIMS)[number]): Promise<Kill> {
    const { promise, resolve } = Promise.withResolvers<{ kill: Kill; restored: Promise<void> }>();
    let armed = true;
    proxy.judge = (message) => {
      if (!armed || writers.inFlight < IN_FLIGHT || !isCommit(message)) return 'forward';
      armed = false;
      const committed = performance.now();
      setTimeout(() => {
        const kill = { inFlight: writers.inFlight, afterCommitMs: performance.now() - committed };
        resolve({ kill, restored: strike(victim, message.backend) });
      }, Math.random() * 3);
      return 'forward';
    };
    const { kill, restored } = await promise;
    proxy.judge = () => 'forward';
    await restored;
    return kill;
  }

  async function strike(victim: (typeof VICTIMS)[number], backend: number | undefined): Promise<void> {
    if (victim === 'server') {
      await server.kill();
      await server.restart();
    } else if (victim === 'backend') {
      if (backend !== undefined) process.kill(backend, 'SIGKILL');
    } else {
      const index = Math.floor(Math.random() * mocks.length);
      await mocks[index]?.kill();
      await start(index, url);
    }
  }
}

/** Environment variables for a process whose clock is ahead; undefined if the package faketime cannot be installed. */
function clockAhead(): Readonly<Record<string, string>> | undefined {
  const library = debianPackage('libfaketime')?.find((path) => path.endsWith('/libfaketime.so.1'));
  return library === undefined
    ? undefined
    : { LD_PRELOAD: library, FAKETIME: `+${AHEAD_S}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
