import type { Problem } from './problem.ts';
import type { Sandbox } from './sandbox.ts';
import type { Transaction } from './store.ts';

/** A request that is valid according to the document. */
export interface ValidRequest<Body = unknown> {
  readonly params: Readonly<Record<string, string>>;
  /** Values of the query parameters by name, including unknown parameters. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The requested path, without the query. */
  readonly path: string;
  /** The request body without unknown properties. */
  readonly body: Body;
}

/** The response of a handler. If `status` is absent, the mock sends the success status that the document declares. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Handles an operation in a sandbox. For an expected error such as a conflict, returns a `Problem` and never throws.
 */
export type SandboxHandler<Body = unknown> = (
  request: ValidRequest<Body>,
  sandbox: Sandbox,
) => Promise<Reply | Problem>;

/** Handlers by operationId. */
export type SandboxHandlers = Readonly<Record<string, SandboxHandler<never>>>;

/** A handler whose reads and writes all run in one transaction of the sandbox. */
export type TransactionHandler<Body = unknown> = (
  request: ValidRequest<Body>,
  tx: Transaction,
  sandbox: Sandbox,
) => Promise<Reply | Problem>;

export function inTransaction<Body>(handler: TransactionHandler<Body>): SandboxHandler<Body> {
  return (request, sandbox) => sandbox.transaction((tx) => handler(request, tx, sandbox));
}
