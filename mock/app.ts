import express, { type Express, Router } from 'express';
import { Contract } from '../src/contract/contract.ts';
import { loadDocument } from '../src/contract/document/document.ts';
import { metrics } from './control/metrics/metrics.ts';
import { Traffic } from './control/metrics/traffic.ts';
import { systemClock } from './core/clock.ts';
import type { SandboxFault } from './core/fault.ts';
import { LIMITS } from './core/limits.ts';
import type { OperationHandlers, Service, World } from './core/service.ts';
import type { Store } from './core/store.ts';
import { version } from './core/version.ts';
import { FAULT_STATE } from './faults/fault-state.ts';
import { JOURNAL, JOURNAL_BYTES, JOURNAL_SIZE, Journal } from './journal/journal.ts';
import { Redaction } from './journal/redaction.ts';
import { WriteBehind } from './journal/write-behind.ts';
import { WriteThrough } from './journal/write-through.ts';
import type { Mock, MockOptions } from './mock-options.ts';
import { problemPages } from './pages/problems/problem-pages.ts';
import { accessLog } from './pipeline/access-log.ts';
import { crossOrigin } from './pipeline/cross-origin.ts';
import { setSandbox } from './pipeline/enter-sandbox.ts';
import type { Handler } from './pipeline/http.ts';
import { problemDetails, problemSender, replaceResponse, unknownPath } from './pipeline/problem-details.ts';
import { BodyMemory } from './pipeline/read-stream.ts';
import { requestId } from './pipeline/request-id.ts';
import { composeHandlers, forPrefix } from './pipeline/routing.ts';
import { type MockRuntime, sandboxRouter } from './sandbox-router.ts';
import { Room } from './sandboxes/room.ts';
import { Sandboxes } from './sandboxes/sandboxes.ts';
import { documentsOf } from './service-documents.ts';
import { MemoryStore } from './stores/memory-store.ts';

const DAY_SECONDS = 24 * 3600;
/**
 * In a shared store, the mock updates the time of the last use of a sandbox at most once per this number of
 * milliseconds. Every replica writes the time of the last use of each sandbox, so more frequent updates would cause
 * many writes to the store.
 */
const SHARED_USE_PRECISION_MS = 10_000;

/**
 * A mock whose property `app` has the type `Express`. The published types of the package contain `Mock` instead, since
 * with `ExpressMock` every user would need the package `@types/express`.
 */
export interface ExpressMock<W = World> extends Mock<W> {
  readonly app: Express;
}

/**
 * Creates the mock of a service. The mock does not listen on a port.
 *
 * @throws DocumentError when the document is missing or invalid
 * @throws DataError when the records in `world` or `seedFile`, `generate`, `faults` or `handlers` are invalid, or when
 * a file of these options does not exist
 * @throws StoreError when the mock cannot use the data file or the database
 * @throws ProxyError when the URL of the backend is invalid, or when `proxy.mocked` contains an unknown operationId
 */
export async function createApp(service: Service, options: MockOptions = {}): Promise<ExpressMock> {
  const { document, formats } = service;
  const { spec = document } = options;
  const { contract: own, kinds, control } = await documentsOf(service);
  const load = async () => new Contract(await loadDocument(spec), formats);
  let contract = spec === document ? own : await load();
  const seedOf = async ({ world, seedFile }: MockOptions): Promise<World> => {
    const source = world ?? seedFile;
    if (source === undefined) return service.seed;
    const { loadSeed } = await import('./sandboxes/load-seed.ts');
    return loadSeed(source, kinds, await control());
  };
  const worldOf = async (options: MockOptions): Promise<World> => {
    const [state, counts] = [await seedOf(options), options.generate];
    if (counts === undefined) return state;
    const { generateRecords } = await import('./sandboxes/generate-records.ts');
    const { seed, clock = systemClock } = options;
    return generateRecords(counts, state, { contract: own, control: await control(), kinds, clock, seed });
  };
  const handlersOf = async ({ handlers: given }: MockOptions, served: Contract): Promise<OperationHandlers> => {
    if (given === undefined) return {};
    const { loadHandlers } = await import('./sandboxes/own-handlers.ts');
    return loadHandlers(given, served);
  };
  const faultsOf = async ({ faults }: MockOptions, served: Contract): Promise<readonly SandboxFault[]> => {
    if (faults === undefined) return [];
    const { loadFaults } = await import('./faults/load-faults.ts');
    return loadFaults(faults, served, await control());
  };
  let handlers = await handlersOf(options, contract);
  let seed = await worldOf(options);
  const faults = await faultsOf(options, contract);
  const { journal: journalLimit = LIMITS.journal.default, sandboxTtl = DAY_SECONDS } = options;
  const store = options.store ?? (await openStore(options.data));
  const { replicas } = store;
  const join = async ({ document: { sha256 } }: Contract) =>
    replicas?.join({
      document: sha256,
      acceptDocument: options.acceptDocument ?? false,
      journal: journalLimit,
      sandboxTtl,
      version,
    });
  await join(contract).catch(async (error) => {
    await store.close();
    throw error;
  });
  const apiKeys = options.apiKeys ?? [service.apiKey];
  const report = options.report ?? (() => undefined);
  const secrets = options.adminToken === undefined ? apiKeys : [...apiKeys, options.adminToken];
  const journal = new Journal(journalLimit, new Redaction(contract, secrets));
  const writeBehind = replicas
    ? new WriteThrough({ store, journal, report, usePrecisionMs: Math.min(SHARED_USE_PRECISION_MS, sandboxTtl * 250) })
    : new WriteBehind({ store, journal, report });
  const sandboxes = new Sandboxes({
    store,
    kinds,
    uses: writeBehind,
    cleared: [FAULT_STATE, JOURNAL, JOURNAL_SIZE, JOURNAL_BYTES],
    settings: { identifierSeed: options.seed ?? null, ...(options.strict && { strict: true }) },
    faults,
    most: options.maxSandboxes,
    notice: options.notice,
    ...(options.clock && { clock: options.clock }),
    ...(options.ids && { ids: options.ids }),
  });
  await sandboxes.setSeed(seed);
  const room = new Room({
    store,
    evict: () => sandboxes.evict('all sandboxes together exceed --memory-limit'),
    limit: options.memoryLimit,
    report,
  });
  const proxy = options.proxy && (await import('./proxy/create-proxy.ts')).createProxy(options.proxy);
  const traffic = new Traffic();
  const sendProblem = problemSender(report, () => contract);
  const problems = problemDetails(sendProblem);
  const runtime: Omit<MockRuntime, 'handlers'> = {
    service,
    kinds,
    control,
    apiKeys,
    bodyMemory: new BodyMemory(),
    room,
    sandboxes,
    journal,
    writeBehind,
    record: (exchange, done) => {
      traffic.count(exchange);
      if (exchange.isKept) writeBehind.exchange(exchange, done);
      else done();
    },
    fail: replaceResponse(sendProblem),
    problems,
    metrics: metrics({
      traffic,
      journaled: () => writeBehind.written,
      sandboxes: async () => (await sandboxes.list()).length,
      ...(replicas && { replica: replicas.name }),
    }),
    store,
    seed: options.seed,
    checkReplies: options.checkReplies ?? true,
  };
  const routerOf = (served: Contract) => sandboxRouter(served, options, { ...runtime, handlers }, proxy);
  let router = routerOf(contract);

  const app = express().disable('x-powered-by').disable('etag');
  const serveSandbox: Handler = (request, response, next) => router(request, response, next);
  app.use(
    composeHandlers(
      requestId,
      ...(options.log ? [accessLog(options.log, () => journal.redaction, replicas?.name)] : []),
      crossOrigin(options.adminToken === undefined ? [] : (options.adminOrigin ?? [])),
      forPrefix('/sandboxes', Router().use('/sandboxes/:sandbox', setSandbox, serveSandbox)),
      setSandbox,
      serveSandbox,
    ),
  );
  app.use(
    forPrefix(
      '/problems',
      problemPages(() => contract, service.requirements),
    ),
  );
  app.use(unknownPath(() => contract));
  app.use(problems);
  const expiry = expireIdle(sandboxes, sandboxTtl, report);
  return {
    app,
    get contract() {
      return contract;
    },
    get seed() {
      return seed;
    },
    get faults() {
      return sandboxes.faults;
    },
    get handlers() {
      return handlers;
    },
    reload: async () => {
      const next = await load();
      const nextSeed = await worldOf(options);
      const nextFaults = await faultsOf(options, next);
      const nextHandlers = await handlersOf(options, next);
      await join(next);
      await sandboxes.setSeed(nextSeed);
      sandboxes.setFaults(nextFaults);
      journal.redaction = new Redaction(next, secrets);
      [contract, seed, handlers] = [next, nextSeed, nextHandlers];
      router = routerOf(next);
    },
    close: async () => {
      clearInterval(expiry);
      proxy?.close();
      await writeBehind.close();
      await store.close();
    },
  };
}

/**
 * Opens the store. Loads the module of SQLite only for a data file, and the driver of PostgreSQL only for a database.
 */
async function openStore(data: string | undefined): Promise<Store> {
  if (data === undefined) return new MemoryStore();
  if (/^postgres(?:ql)?:/i.test(data))
    return (await import('./stores/postgres/postgres-store.ts')).openPostgresStore(data);
  const { SqliteStore } = await import('./stores/sqlite-store.ts');
  return new SqliteStore(data);
}

/**
 * Starts a timer that deletes idle sandboxes. The timer runs each time half of `ttlSeconds` has passed, and at least
 * once a minute.
 */
function expireIdle(
  sandboxes: Sandboxes,
  ttlSeconds: number,
  report: (error: unknown) => void,
): NodeJS.Timeout | undefined {
  if (ttlSeconds === 0) return undefined;
  const every = Math.min(ttlSeconds / 2, 60) * 1000;
  return setInterval(() => void sandboxes.expire(ttlSeconds * 1000).catch(report), every).unref();
}
