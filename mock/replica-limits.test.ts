import { expect } from 'vitest';
import { contract } from '../test/helpers/contract.ts';
import type { RunningMock, StartOptions } from '../test/helpers/mock.ts';
import type { PostgresDatabases } from '../test/helpers/postgres/postgres-server.ts';
import { replicasTest } from '../test/helpers/postgres/replicas.ts';
import { sampleExchange } from '../test/helpers/report/sample-exchange.ts';
import { LIMITS } from './core/limits.ts';
import { LIFE } from './core/store.ts';
import { BODY_LIMIT } from './journal/exchange.ts';
import { Journal } from './journal/journal.ts';
import { Redaction } from './journal/redaction.ts';
import { WriteThrough } from './journal/write-through.ts';
import { openPostgresStore } from './stores/postgres/postgres-store.ts';

/** Tests that the limits of a mock apply to all replicas together, also for concurrent requests. */

const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';
const NOW = { createdAt: new Date().toISOString(), lastUsedAt: new Date().toISOString() };

const test = replicasTest.extend(
  'startThree',
  ({ start }) =>
    (options: StartOptions) =>
      Promise.all([start(options), start(options), start(options)]),
);

/** Sends requests that create invites: several at the same time, and each request to the next of the three replicas. */
async function invite(
  replicas: readonly RunningMock[],
  count: number,
  of: (n: number) => { readonly sandbox: string; readonly email: string },
): Promise<Response[]> {
  const responses: Response[] = [];
  await eachOf(count, async (n) => {
    const { sandbox, email } = of(n);
    responses.push(await post(`${replicas[n % 3]?.url}/sandboxes/${sandbox}${INVITES}`, { email }));
  });
  return responses;
}

test('creates at most as many sandboxes as the limit allows in all replicas together', async ({ startThree }) => {
  const replicas = await startThree({ maxSandboxes: 6 });
  const responses = await invite(replicas, 24, (n) => ({ sandbox: `team-${n}`, email: 'ada@example.com' }));
  const statuses = responses.map(({ status }) => status);
  const { sandboxes } = (await replicas[0]?.admin.listSandboxes()) ?? { sandboxes: [] };
  const created = sandboxes.filter(({ name }) => name !== 'default');
  expect(statuses.filter((status) => status === 201)).toHaveLength(created.length);
  expect(created).toHaveLength(6);
  const rejected = responses.filter(({ status }) => status !== 201);
  expect(new Set(rejected.map(({ status, headers }) => `${status} ${headers.get('Retry-After')}`))).toEqual(
    new Set(['503 60']),
  );
});

test('keeps the newest exchanges in the journal of several replicas, without a gap in the sequence', async ({
  startThree,
}) => {
  const replicas = await startThree({ journal: 20 });
  await invite(replicas, 90, (n) => ({ sandbox: 'team', email: `${n}@example.com` }));
  for (const { sandbox } of replicas) {
    const { exchanges } = await sandbox('team').admin.getJournal();
    expect(exchanges.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, n) => 71 + n));
  }
});

test('keeps the size of the journal of a sandbox below the limit with several replicas', async ({
  startThree,
  server,
  database,
}) => {
  const replicas = await startThree({});
  const long = 'x'.repeat(15_000);
  const count = Math.ceil(LIMITS.journalBytes.default / long.length) + 60;
  await invite(replicas, count, () => ({ sandbox: 'team', email: long }));
  expect(await bytesOf(server, database, "WHERE collection = 'journal'")).toBeLessThan(LIMITS.journalBytes.default);
  const { exchanges } = (await replicas[0]?.sandbox('team').admin.getJournal({ limit: 1000 })) ?? { exchanges: [] };
  expect(exchanges.length).toBeGreaterThan(count / 3);
  expect(exchanges.at(-1)?.sequence).toBe(count);
});

test('keeps the total size of all journals below the limit with several replicas', async ({
  database,
  server,
  onTestFinished,
}) => {
  const body = 'x'.repeat(BODY_LIMIT);
  const requestBody = { bytes: Buffer.from(body), length: body.length };
  const response = { status: 201, headers: {}, head: {}, body };
  const count = Math.ceil((LIMITS.allJournals.default * 1.3) / (2 * BODY_LIMIT));
  const replicas = await Promise.all([1, 2, 3].map(() => openPostgresStore(database)));
  onTestFinished(() => Promise.all(replicas.map((store) => store.close())).then(() => undefined));
  // Each replica writes to five sandboxes that no other replica uses.
  const writing = replicas.map(async (store, replica) => {
    const journal = new Journal(1000, new Redaction(contract, []));
    const writer = new WriteThrough({ store, journal, report: () => undefined });
    const sandboxes = Array.from({ length: 5 }, (_, n) => `team-${replica}-${n}`);
    for (const name of sandboxes) await store.transaction(name, (tx) => tx.put(LIFE, [], NOW));
    await eachOf(count / replicas.length, async (n) => {
      const sandbox = String(sandboxes[n % sandboxes.length]);
      const write = () =>
        new Promise((done) => writer.exchange({ ...sampleExchange, sandbox, requestBody, response }, done));
      // On a busy machine, a replica may wait too long for a connection to the database.
      await expect.poll(write).toBeUndefined();
    });
    await writer.close();
  });
  await Promise.all(writing);
  const bytes = await bytesOf(server, database, "WHERE collection = 'journal'");
  expect(bytes).toBeLessThan(LIMITS.allJournals.default);
  expect(bytes).toBeGreaterThan(LIMITS.allJournals.default / 2);
});

test('rejects requests with a body while the state in the shared database of the replicas exceeds the limit of memory', async ({
  startThree,
  server,
  database,
}) => {
  const memoryLimit = 50_000;
  const replicas = await startThree({ memoryLimit, journal: 0 });
  const responses = await invite(replicas, 400, (n) => ({ sandbox: `team-${n % 6}`, email: `${n}@example.com` }));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 503]));
  const bytes = await bytesOf(server, database);
  expect(bytes).toBeGreaterThan(memoryLimit / 2);
  expect(bytes).toBeLessThan(memoryLimit * 1.3);
});

async function bytesOf(server: PostgresDatabases, database: string, where = ''): Promise<number> {
  const [row] = await server.query(`SELECT sum(octet_length(value)) AS bytes FROM record ${where}`, database);
  return Number(row?.bytes);
}

/** Calls `act` with each number from 0 to `count` - 1. At most `concurrency` calls run at the same time. */
async function eachOf(count: number, act: (n: number) => Promise<void>, concurrency = 30): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await act(n);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function post(url: string, body: object): Promise<Response> {
  const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response;
}
