import { type RequestHandler, Router } from 'express';
import type { Contract } from '../src/contract/contract.ts';
import type { MockOptions } from './mock-options.ts';
import { controlAccess, pageAccess } from './pipeline/control-access.ts';
import { enterSandbox, sandboxOf } from './pipeline/enter-sandbox.ts';
import { inTurn } from './pipeline/in-turn.ts';
import { addOperations } from './pipeline/pipeline.ts';
import { recordExchange } from './pipeline/record-exchange.ts';
import { toDocs, toDocument } from './pipeline/to-docs.ts';
import { under } from './pipeline/under.ts';
import type { BackendProxy } from './proxy/create-proxy.ts';
import type { MockRuntime } from './runtime.ts';
import { SEED_API_KEY } from './sandboxes/seed.ts';
import { operationHandlers } from './service/index.ts';

/** Why a strict mock refuses what the document does not name. */
const STRICT = 'The mock is strict; a service ignores it (D10).';
const MIB = 2 ** 20;
/** Of what is under `/__admin`, the page and its files; the rest is the control API. */
const PAGE = /^\/__admin(?:\/?$|\/page\/)/;

/** What stands under `/` for the default sandbox and under `/sandboxes/{name}` for each other. */
export function worldRouter(
  contract: Contract,
  options: MockOptions,
  runtime: MockRuntime,
  proxy: BackendProxy | undefined,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const enter = enterSandbox(runtime.sandboxes);
  const page = Router().use(pageAccess(options.adminToken), onceAsked(loadPage));
  const control = Router().use(
    (request, response, next) => (PAGE.test(request.path) ? page(request, response, next) : next()),
    controlAccess(options.adminToken),
    enter,
    onceAsked(async () => (await import('./control/control-api.ts')).controlApi(contract, runtime)),
  );
  router.use(
    inTurn(under('/__admin', control), under(contract.basePath, inTurn(enter, recordExchange(runtime.record)))),
  );
  const proxied = proxy?.handlerFor(contract);
  addOperations(router, contract, runtime, {
    handlers: operationHandlers,
    apiKeys: new Set(options.apiKeys ?? [SEED_API_KEY]),
    bodyLimit: options.bodyLimit ?? MIB,
    prefer: true,
    faults: true,
    strict: (response) => (sandboxOf(response).settings.strict ? STRICT : undefined),
    ...(proxied && { proxy: proxied }),
  });
  // Behind a proxy, it is the backend that knows keys.
  const apiKey = proxy ? undefined : (options.apiKeys?.[0] ?? SEED_API_KEY);
  router.use(
    '/docs',
    onceAsked(async () => (await import('./pages/docs/docs-router.ts')).docsRouter(contract, apiKey)),
  );
  // After `/docs`, which is below the base path of a document that has none.
  const unknown = proxied?.(undefined);
  if (unknown) router.use(under(contract.basePath, unknown));
  router.get('/', toDocs);
  // JSON is YAML, too.
  router.get(['/openapi.json', '/openapi.yaml'], toDocument);
  return router;
}

/** A handler that is built when the first request needs it. */
function onceAsked(build: () => Promise<RequestHandler>): RequestHandler {
  let built: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    built ??= build();
    (await built)(request, response, next);
  };
}

async function loadPage(): Promise<RequestHandler> {
  const { pageRouter } = await import('./pages/admin/page-router.ts');
  return Router().use('/__admin', pageRouter());
}
