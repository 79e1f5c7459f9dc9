import cors from 'cors';
import express, { type Express, type RequestHandler } from 'express';
import { Contract } from '../src/contract/contract.ts';
import { loadDocument } from '../src/contract/document.ts';
import { ADMIN_FILE, OPENAPI_FILE, REQUIREMENTS_FILE } from '../src/contract/project-files.ts';
import { loadRequirements, type Requirement } from '../src/contract/requirements.ts';
import { adminHandlers } from './admin/handlers.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Ids, randomIds, seededIds } from './ids.ts';
import { accessLog, type LogEntry } from './middleware/access-log.ts';
import { problemDetails, unknownPath } from './middleware/problem-details.ts';
import { requestId } from './middleware/request-id.ts';
import { operationHandlers } from './operations/index.ts';
import { problemPage } from './problem-page.ts';
import { PROBLEM_TYPES } from './problems.ts';
import type { MockRuntime } from './runtime.ts';
import { serveContract } from './serve-contract.ts';
import { SEED, SEED_API_KEY } from './state/seed.ts';
import { SqliteStore } from './state/sqlite-store.ts';
import type { Store } from './state/store.ts';
import { loadWorld } from './state/world.ts';

const MIB = 2 ** 20;

/** Everything has a default; `createMock({})` is the mock of the project's own contract. */
export interface MockOptions {
  /** OpenAPI document to serve instead of the project's. */
  readonly spec?: string;
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
  readonly contract: Contract;
  /** Ends the store. */
  close(): Promise<void>;
}

/**
 * Builds the mock; it does not listen.
 *
 * @throws DocumentError when the document is missing or broken
 * @throws StoreError when the data file cannot be used
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const spec = options.spec ?? OPENAPI_FILE;
  const contract = new Contract(await loadDocument(spec, { trusted: spec === OPENAPI_FILE }));
  const store = options.store ?? new SqliteStore(options.data);
  const runtime: MockRuntime = {
    store,
    clock: options.clock ?? systemClock,
    ids: options.ids ?? (options.seed === undefined ? randomIds : seededIds(options.seed)),
    seed: options.seed,
    checkReplies: options.checkReplies ?? true,
  };
  await store.transaction('default', async (tx) => {
    if (!(await tx.get('meta', ['seeded']))) await loadWorld(tx, SEED);
  });

  const app = express().disable('x-powered-by').disable('etag');
  app.use(requestId);
  if (options.log) app.use(accessLog(options.log));
  app.use(
    '/__admin',
    once(() => adminRouter(contract, runtime)),
  );
  app.get('/problems/:name', explainProblem());
  app.use(
    contract.basePath || '/',
    cors({ exposedHeaders: ['Location', 'Allow', 'Retry-After', 'X-Request-Id'], maxAge: 600 }),
    serveContract(
      contract,
      {
        handlers: operationHandlers,
        apiKeys: new Set(options.apiKeys ?? [SEED_API_KEY]),
        bodyLimit: options.bodyLimit ?? MIB,
      },
      runtime,
    ),
  );
  app.use(unknownPath);
  app.use(problemDetails(options.report ?? (() => undefined)));
  return { app, contract, close: () => store.close() };
}

/** The control API, served from its own document by the same pipeline. */
async function adminRouter(served: Contract, runtime: MockRuntime): Promise<RequestHandler> {
  const contract = new Contract(await loadDocument(ADMIN_FILE, { trusted: true }));
  const handlers = adminHandlers(served, SEED);
  return serveContract(contract, { handlers, apiKeys: new Set(), bodyLimit: 256 * MIB }, runtime);
}

/** A router that is built when the first request needs it. It sees the whole path. */
function once(build: () => Promise<RequestHandler>): RequestHandler {
  let router: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    router ??= build();
    const handle = await router;
    const { url, baseUrl } = request;
    request.url = request.originalUrl;
    request.baseUrl = '';
    handle(request, response, (error?: unknown) => {
      request.url = url;
      request.baseUrl = baseUrl;
      next(error);
    });
  };
}

function explainProblem(): RequestHandler<{ name: string }> {
  let requirements: Requirement[] | undefined;
  return (request, response, next) => {
    const type = PROBLEM_TYPES.find(({ name }) => name === request.params.name);
    if (!type) return next();
    requirements ??= loadRequirements(REQUIREMENTS_FILE);
    response.type('html').send(problemPage(type, requirements));
  };
}
