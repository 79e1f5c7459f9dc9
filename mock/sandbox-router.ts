import { Router } from 'express';
import type { Contract } from '../src/contract/contract.ts';
import type { Controlled } from './control/control-api.ts';
import { LIMITS } from './core/limits.ts';
import { problemRules } from './core/problem.ts';
import type { OperationHandlers, Service } from './core/service.ts';
import type { Fail, TakeExchange } from './journal/exchange-recorder.ts';
import type { MockOptions } from './mock-options.ts';
import { keyTest } from './pipeline/api-key.ts';
import { controlAccess, pageAccess } from './pipeline/control-access.ts';
import { enterSandbox, openSandbox } from './pipeline/enter-sandbox.ts';
import { type Handler, type ProblemHandler, sandboxOf } from './pipeline/http.ts';
import { addOperations } from './pipeline/pipeline.ts';
import type { BodyMemory } from './pipeline/read-stream.ts';
import { recordExchange } from './pipeline/record-exchange.ts';
import { composeHandlers, forPrefix, toControl, toDocs, toDocument } from './pipeline/routing.ts';
import type { BackendProxy } from './proxy/create-proxy.ts';
import type { Room } from './sandboxes/room.ts';
import { sandboxLookup, serviceHandlers } from './sandboxes/service-handlers.ts';

/** The parts of a mock that all of its routes share. */
export interface MockRuntime extends Controlled {
  readonly service: Service;
  /** The handlers of the user, by operationId. */
  readonly handlers: OperationHandlers;
  readonly control: () => Promise<Contract>;
  readonly apiKeys: readonly string[];
  readonly bodyMemory: BodyMemory;
  readonly room: Room;
  /** Receives each exchange whose path is below the base path of the contract. */
  readonly record: TakeExchange;
  /** Sends a problem document instead of a response that the store could not record. */
  readonly fail: Fail;
  /** Sends a problem document. */
  readonly problems: ProblemHandler;
}

/** Matches the paths of the control API whose operations do not need the store. */
const WITHOUT_STORE = /^\/__admin\/(?:health|metrics|replicas)$/;
/**
 * Matches the paths of the admin page and its files. All paths under `/__admin` that the pattern does not match belong
 * to the control API.
 */
const PAGE = /^\/__admin(?:\/?$|\/page\/)/;

/** Creates the handler of the paths below the path of a sandbox, which all sandboxes share. */
export function sandboxRouter(
  contract: Contract,
  options: MockOptions,
  runtime: MockRuntime,
  proxy: BackendProxy | undefined,
): Handler {
  const router = Router({ caseSensitive: true, strict: true });
  // In a proxy, the backend checks the API keys.
  const enter = enterSandbox(runtime.sandboxes, proxy ? () => true : keyTest(contract, new Set(runtime.apiKeys)));
  const apiKey = proxy ? undefined : runtime.apiKeys[0];
  const page = Router().use(
    pageAccess(options.adminToken),
    lazyHandler(() => loadPage(runtime, contract, apiKey)),
  );
  const control = Router().use(
    (request, response, next) => (PAGE.test(request.path) ? page(request, response, next) : next()),
    controlAccess(options.adminToken),
    openSandbox(runtime.sandboxes, WITHOUT_STORE),
    lazyHandler(async () => {
      const { controlApi } = await import('./control/control-api.ts');
      return controlApi(contract, await runtime.control(), runtime);
    }),
  );
  const proxied = proxy?.handlerFor(contract);
  const { kinds, apiKeys, seed, checkReplies } = runtime;
  const [rule] = problemRules(contract, { name: 'unknown-property' });
  const strict = `The mock is strict; the real service ignores unknown properties and parameters${rule === undefined ? '' : ` (${rule})`}.`;
  addOperations(router, contract, {
    handlers: serviceHandlers(kinds, contract, runtime.handlers),
    lookup: (operation) => sandboxLookup(operation, kinds),
    seed,
    checkReplies,
    apiKeys: new Set(apiKeys),
    bodies: {
      limit: options.bodyLimit ?? LIMITS.body.default,
      memory: runtime.bodyMemory,
      room: runtime.room,
      json: { depth: LIMITS.jsonDepth.default, values: LIMITS.jsonValues.default },
    },
    prefer: true,
    faults: true,
    problems: runtime.problems,
    strict: (response) => (sandboxOf(response).settings.strict ? strict : undefined),
    ...(proxied && { proxy: proxied }),
  });
  router.use(
    '/docs',
    lazyHandler(async () =>
      (await import('./pages/docs/docs-router.ts')).docsRouter(contract, await runtime.control(), {
        apiKey,
        requirements: runtime.service.requirements,
      }),
    ),
  );
  // The handler of undocumented requests must follow `/docs`, since an empty base path would match `/docs`, too.
  const unknown = proxied?.(undefined);
  if (unknown) router.use(forPrefix(contract.basePath, unknown));
  router.get('/', toDocs);
  // Monitoring systems often try the paths `/health` and `/metrics` first.
  router.get(['/health', '/metrics'], toControl);
  // `/openapi.yaml` returns the same JSON text as `/openapi.json`, since every JSON text is also YAML.
  router.get(['/openapi.json', '/openapi.yaml'], toDocument);
  return composeHandlers(
    forPrefix('/__admin', control),
    forPrefix(contract.basePath, composeHandlers(enter, recordExchange(runtime.record, runtime.fail))),
    router,
  );
}

/** Creates a handler that calls `build` on the first request, and passes every request to the handler from `build`. */
function lazyHandler(build: () => Promise<Handler>): Handler {
  let built: Promise<Handler> | undefined;
  return async (request, response, next) => {
    built ??= build().catch((error) => {
      // After `build` has failed, the next request calls `build` again, since `build` can fail for a temporary reason,
      // such as too many open files.
      built = undefined;
      throw error;
    });
    (await built)(request, response, next);
  };
}

async function loadPage(
  { kinds, service }: MockRuntime,
  contract: Contract,
  apiKey: string | undefined,
): Promise<Handler> {
  const { pageRouter } = await import('./pages/admin/page-router.ts');
  const { pageData } = await import('./pages/admin/page-data.ts');
  return Router().use('/__admin', pageRouter(pageData(kinds, service, contract), apiKey));
}
