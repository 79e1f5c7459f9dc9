import express, { type Express, type RequestHandler, Router } from 'express';
import { Contract } from '../src/contract/contract.ts';
import { loadDocument } from '../src/contract/document.ts';
import { OPENAPI_FILE } from '../src/contract/project-files.ts';
import { controlAccess } from './admin/access.ts';
import type { Clock } from './clock.ts';
import type { Fault, SandboxFault } from './faults/fault.ts';
import type { Ids } from './ids.ts';
import { Journal } from './journal/journal.ts';
import { Redaction } from './journal/redaction.ts';
import { metrics } from './metrics/metrics.ts';
import { Traffic } from './metrics/traffic.ts';
import { accessLog, type LogEntry } from './middleware/access-log.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { enterSandbox, nameSandbox, sandboxOf } from './middleware/enter-sandbox.ts';
import { problemDetails, unknownPath } from './middleware/problem-details.ts';
import { recordExchange } from './middleware/record-exchange.ts';
import { requestId } from './middleware/request-id.ts';
import { toDocs } from './middleware/to-docs.ts';
import { operationHandlers } from './operations/index.ts';
import { PROBLEM_TYPES } from './problems.ts';
import type { BackendProxy, ProxyOptions } from './proxy/create-proxy.ts';
import type { MockRuntime } from './runtime.ts';
import { Sandboxes } from './sandboxes.ts';
import { serveContract } from './serve-contract.ts';
import { MemoryStore } from './state/memory-store.ts';
import { SEED, SEED_API_KEY } from './state/seed.ts';
import type { Store } from './state/store.ts';
import type { World } from './state/world.ts';
import { WriteBehind } from './write-behind.ts';

/** Why a strict mock refuses what the document does not name. */
const STRICT = 'The mock is strict; a service ignores it (D10).';
const MIB = 2 ** 20;
const DAY_SECONDS = 24 * 3600;
const JOURNAL_LIMIT = 1000;

/** Everything has a default; `createMock({})` is the mock of the project's own contract. */
export interface MockOptions {
  /** OpenAPI document to serve instead of the project's. */
  readonly spec?: string;
  /** What new sandboxes are made from, YAML or JSON of the form of spec/seed.yaml, which it replaces. */
  readonly seedFile?: string;
  /** The keys that are known; `test-key` when none are given. */
  readonly apiKeys?: readonly string[];
  /** SQLite file that keeps the state over restarts; in memory when absent. */
  readonly data?: string;
  /** Makes identifiers and generated replies repeat themselves. */
  readonly seed?: number;
  /** Of a request body, in bytes; 1 MiB when absent (D14). */
  readonly bodyLimit?: number;
  /** Whether the mock holds its replies against the document; true when absent. */
  readonly checkReplies?: boolean;
  /** Whether requests are refused for what the contract does not name; a sandbox may have it otherwise. */
  readonly strict?: boolean;
  /** What the control API demands as a bearer token; without one it answers this machine only. */
  readonly adminToken?: string;
  /** Seconds after which a sandbox that nobody used is deleted; a day when absent, 0 keeps all. */
  readonly sandboxTtl?: number;
  /** What goes wrong in every sandbox until it is told otherwise: faults, or the file that lists them. */
  readonly faults?: readonly Fault[] | string;
  /** Sends requests on to a real backend, and tells where the two sides break the contract. */
  readonly proxy?: ProxyOptions;
  /** How many exchanges the journal of each sandbox keeps; 1000 when absent, 0: none. */
  readonly journal?: number;
  /** Called once for each exchange. */
  readonly log?: (entry: LogEntry) => void;
  /** Called with what made the mock answer 500. */
  readonly report?: (error: unknown) => void;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly store?: Store;
}

export interface Mock {
  readonly app: Express;
  /** What is served now. */
  readonly contract: Contract;
  /** What new sandboxes are made from now. */
  readonly seed: World;
  /** What goes wrong now in sandboxes that were told nothing else. */
  readonly faults: readonly SandboxFault[];
  /**
   * Reads the document, the seed and the faults again. Sandboxes keep what they hold; new ones, and those
   * that are reset, are made from the new seed.
   *
   * @throws DocumentError, DataError when one is broken; then nothing changes
   */
  reload(): Promise<void>;
  /** Ends the store. */
  close(): Promise<void>;
}

/**
 * Builds the mock; it does not listen.
 *
 * @throws DocumentError when the document is missing or broken
 * @throws DataError when the seed file is missing or broken, or the faults are none
 * @throws StoreError when the data file cannot be used
 * @throws ProxyError when the backend's URL is none, or an operation that is to be mocked
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const spec = options.spec ?? OPENAPI_FILE;
  let contract = new Contract(await loadDocument(spec, { trusted: spec === OPENAPI_FILE }));
  let seed = await seedOf(options);
  const faults = await faultsOf(options, contract);
  const store = options.store ?? (await openStore(options.data));
  const apiKeys = options.apiKeys ?? [SEED_API_KEY];
  const report = options.report ?? (() => undefined);
  const secrets = options.adminToken === undefined ? apiKeys : [...apiKeys, options.adminToken];
  const journal = new Journal(options.journal ?? JOURNAL_LIMIT, new Redaction(contract, secrets));
  const writeBehind = new WriteBehind({ store, journal, report });
  const sandboxes = new Sandboxes({
    store,
    writeBehind,
    settings: { identifierSeed: options.seed ?? null, ...(options.strict && { strict: true }) },
    faults,
    ...(options.clock && { clock: options.clock }),
    ...(options.ids && { ids: options.ids }),
  });
  await sandboxes.setSeed(seed);
  const proxy = options.proxy && (await import('./proxy/create-proxy.ts')).createProxy(options.proxy);
  const traffic = new Traffic();
  const runtime: MockRuntime = {
    sandboxes,
    journal,
    writeBehind,
    record: (exchange) => {
      traffic.count(exchange);
      writeBehind.exchange(exchange);
    },
    metrics: metrics({
      traffic,
      journaled: () => writeBehind.written,
      sandboxes: async () => (await sandboxes.list()).length,
    }),
    seed: options.seed,
    checkReplies: options.checkReplies ?? true,
  };
  let world = worldRouter(contract, options, runtime, proxy);

  const app = express().disable('x-powered-by').disable('etag');
  app.use(requestId);
  if (options.log) app.use(accessLog(options.log, () => journal.redaction));
  app.use(crossOrigin);
  app.get('/problems/:name', explainProblem());
  const serveWorld: RequestHandler = (request, response, next) => world(request, response, next);
  app.use('/sandboxes/:sandbox', nameSandbox, serveWorld);
  app.use(nameSandbox, serveWorld);
  app.use(unknownPath);
  app.use(problemDetails(report));
  const expiry = expireIdle(sandboxes, options.sandboxTtl ?? DAY_SECONDS);
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
    reload: async () => {
      const next = new Contract(await loadDocument(spec));
      const nextSeed = await seedOf(options);
      const nextFaults = await faultsOf(options, next);
      await sandboxes.setSeed(nextSeed);
      sandboxes.setFaults(nextFaults);
      journal.redaction = new Redaction(next, secrets);
      [contract, seed, world] = [next, nextSeed, worldRouter(next, options, runtime, proxy)];
    },
    close: async () => {
      clearInterval(expiry);
      proxy?.close();
      await writeBehind.close();
      await store.close();
    },
  };
}

async function seedOf({ seedFile }: MockOptions): Promise<World> {
  if (seedFile === undefined) return SEED;
  const { readSeed } = await import('./state/seed-file.ts');
  return readSeed(seedFile);
}

async function faultsOf({ faults }: MockOptions, contract: Contract): Promise<readonly SandboxFault[]> {
  if (faults === undefined) return [];
  const { loadFaults } = await import('./faults/load-faults.ts');
  return loadFaults(faults, contract);
}

/** SQLite is loaded for a file only. */
async function openStore(file: string | undefined): Promise<Store> {
  if (file === undefined) return new MemoryStore();
  const { SqliteStore } = await import('./state/sqlite-store.ts');
  return new SqliteStore(file);
}

/** What stands under `/` for the default sandbox and under `/sandboxes/{name}` for each other. */
function worldRouter(
  contract: Contract,
  options: MockOptions,
  runtime: MockRuntime,
  proxy: BackendProxy | undefined,
): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const enter = enterSandbox(runtime.sandboxes);
  router.use(
    under('/__admin', controlAccess(options.adminToken)),
    under('/__admin', enter),
    under(
      '/__admin',
      onceAsked(async () => (await import('./admin/control-api.ts')).controlApi(contract, runtime)),
    ),
  );
  router.use(
    contract.basePath || '/',
    enter,
    recordExchange(runtime.record),
    serveContract(
      contract,
      {
        handlers: operationHandlers,
        apiKeys: new Set(options.apiKeys ?? [SEED_API_KEY]),
        bodyLimit: options.bodyLimit ?? MIB,
        prefer: true,
        faults: true,
        strict: (response) => (sandboxOf(response).settings.strict ? STRICT : undefined),
        ...(proxy && { proxy: proxy.handlerFor(contract) }),
      },
      runtime,
    ),
  );
  // Behind a proxy, it is the backend that knows keys.
  const apiKey = proxy ? undefined : (options.apiKeys?.[0] ?? SEED_API_KEY);
  router.use(
    '/docs',
    onceAsked(async () => (await import('./docs/docs-router.ts')).docsRouter(contract, apiKey)),
  );
  router.get('/', toDocs);
  return router;
}

/** Runs the handler for paths that begin so; it sees the whole path, as the control API's document has it. */
function under(prefix: string, handler: RequestHandler): RequestHandler {
  return (request, response, next) =>
    request.path === prefix || request.path.startsWith(`${prefix}/`) ? handler(request, response, next) : next();
}

/** A handler that is built when the first request needs it. */
function onceAsked(build: () => Promise<RequestHandler>): RequestHandler {
  let built: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    built ??= build();
    (await built)(request, response, next);
  };
}

/** Looks for idle sandboxes twice in their lifetime, at least once a minute. */
function expireIdle(sandboxes: Sandboxes, ttlSeconds: number): NodeJS.Timeout | undefined {
  if (ttlSeconds === 0) return undefined;
  const every = Math.min(ttlSeconds / 2, 60) * 1000;
  return setInterval(() => void sandboxes.expire(ttlSeconds * 1000), every).unref();
}

/** The page behind the `href` of a problem. */
function explainProblem(): RequestHandler<{ name: string }> {
  return async (request, response, next) => {
    const type = PROBLEM_TYPES.find(({ name }) => name === request.params.name);
    if (!type) return next();
    const { problemPage } = await import('./problem-page.ts');
    response.type('html').send(problemPage(type));
  };
}
