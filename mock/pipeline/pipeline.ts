import type { Router } from 'express';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import type { SandboxHandlers } from '../core/operation-handler.ts';
import type { SandboxLookup } from '../sandboxes/service-handlers.ts';
import { requireApiKey } from './api-key.ts';
import { requireSandbox } from './enter-sandbox.ts';
import { faults } from './faults.ts';
import type { Handler, ProblemHandler } from './http.ts';
import { type JsonBodyLimits, jsonBody } from './json-body.ts';
import { prefer } from './prefer.ts';
import { documentReplies } from './replies/document-replies.ts';
import { documentReply } from './replies/document-reply.ts';
import { runOperation } from './replies/run-operation.ts';
import { sendReply } from './replies/send-reply.ts';
import { composeHandlers, methodNotAllowed, toExpressPath } from './routing.ts';
import { type Strictness, validateRequest } from './validate-request.ts';

export interface ServeOptions {
  readonly handlers: SandboxHandlers;
  /**
   * Creates the function that looks up the records in the path of an operation; undefined if the path identifies no
   * records.
   */
  readonly lookup?: (operation: Operation) => SandboxLookup | undefined;
  /**
   * The seed for the responses that the mock generates from a schema. Without a seed, each response that the mock
   * generates has new random values.
   */
  readonly seed: number | undefined;
  /** True if the mock validates each response before it sends the response. */
  readonly checkReplies: boolean;
  readonly apiKeys: ReadonlySet<string>;
  readonly bodies: JsonBodyLimits;
  /** True if a client may select a response from the document with the header `Prefer`. */
  readonly prefer?: boolean;
  /** True if the faults of the sandbox apply to the operations. */
  readonly faults?: boolean;
  /**
   * Decides for each request whether the mock rejects unknown properties and parameters. Without `strict`, the mock
   * never rejects unknown properties and parameters.
   */
  readonly strict?: Strictness;
  /**
   * Sends problem documents. Without `problems`, the router passes each error to the error handler of the application,
   * which sends the problem document after Express has compared the path with all remaining routes.
   */
  readonly problems?: ProblemHandler;
  /**
   * Creates the handler that forwards the requests of an operation to the backend; undefined if the mock handles the
   * operation. If `operation` is undefined, creates the handler that forwards undocumented requests.
   */
  readonly proxy?: (operation: Operation | undefined) => Handler | undefined;
}

const never: Strictness = () => undefined;

/** Adds a route for every operation of the document to the router, with the base path and the handlers. */
export function addOperations(router: Router, contract: Contract, options: ServeOptions): void {
  for (const [path, operations] of byPath(contract.operations)) {
    const route = router.route(toExpressPath(contract.basePath + path));
    for (const operation of operations) {
      const method = operation.method.toLowerCase() as 'get';
      route[method](withProblems(composeHandlers(...pipeline(contract, operation, options)), options.problems));
    }
    route.all(options.proxy?.(undefined) ?? methodNotAllowed(operations.map(({ method }) => method)));
  }
}

function pipeline(contract: Contract, operation: Operation, options: ServeOptions): Handler[] {
  const handler = Object.hasOwn(options.handlers, operation.operationId)
    ? options.handlers[operation.operationId]
    : undefined;
  const send = sendReply(contract, operation, options.checkReplies);
  const replies = documentReplies(contract, operation, options.seed);
  const head = [setOperation(operation), ...(options.faults ? [faults(operation, replies, send)] : [])];
  const proxied = options.proxy?.(operation);
  if (proxied) return [...head, proxied];
  const run = handler ? runOperation(handler, send) : documentReply(replies, send, options.lookup?.(operation));
  return [
    ...head,
    requireApiKey(operation.apiKeys, options.apiKeys),
    ...(options.faults ? [requireSandbox] : []),
    ...(operation.requestBody ? jsonBody(operation.requestBody, options.bodies) : []),
    validateRequest(contract, operation, options.strict ?? never),
    options.prefer ? prefer(replies, send, run) : run,
  ];
}

/** Passes each error of a handler to the problem handler. */
function withProblems(handler: Handler, problems: ProblemHandler | undefined): Handler {
  if (!problems) return handler;
  return (request, response, next) =>
    handler(request, response, (error) => (error === undefined ? next() : problems(error, request, response, next)));
}

/** Stores the operationId of the operation in `response.locals`, for the log and the journal. */
function setOperation({ operationId }: Operation): Handler {
  return (_request, response, next) => {
    response.locals.operationId = operationId;
    next();
  };
}

/** Groups the operations by path. Paths with fewer parameters come first (OpenAPI §4.8.8.2). */
function byPath(operations: readonly Operation[]): [string, Operation[]][] {
  const paths = Map.groupBy(operations, ({ path }) => path);
  const templated = (path: string) => path.split('{').length - 1;
  return [...paths].sort(([a], [b]) => templated(a) - templated(b));
}
