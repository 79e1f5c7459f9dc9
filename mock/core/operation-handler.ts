import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Problem } from './problem.ts';
import type { Sandbox } from './sandbox.ts';
import type { Settings } from './settings.ts';
import type { Transaction } from './store.ts';

/** A request that the document allows. */
export interface ValidRequest<Body = unknown> {
  readonly params: Readonly<Record<string, string>>;
  /** By name; those that the document does not name are there as well. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The path as it was requested, without the query. */
  readonly path: string;
  /** Without properties that the document does not name (D10). */
  readonly body: Body;
}

/** What a handler may use: it knows no Express and no wall clock. */
export interface OperationContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
}

/** What to answer; the status is the success status of the document unless one is given. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Gives an operation its memory. Returns expected problems; what it throws is a defect. */
export type OperationHandler<Body = unknown> = (
  request: ValidRequest<Body>,
  context: OperationContext,
) => Promise<Reply | Problem>;

/** Handlers by operationId. */
export type OperationHandlers = Readonly<Record<string, OperationHandler<never>>>;

/** A handler with the sandbox itself in hand: it opens its transactions. */
export type SandboxHandler<Body = unknown> = (
  request: ValidRequest<Body>,
  sandbox: Sandbox,
) => Promise<Reply | Problem>;

/** Handlers by operationId. */
export type SandboxHandlers = Readonly<Record<string, SandboxHandler<never>>>;

/** The handler runs in one transaction: all of what it does, or nothing. */
export function inTransaction(handler: OperationHandler<never>): SandboxHandler<never> {
  return (request, { transaction, clock, ids, settings }) =>
    transaction((tx) => handler(request, { tx, clock, ids, settings }));
}
