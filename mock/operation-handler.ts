import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Problem } from './problems.ts';
import type { Transaction } from './state/store.ts';

/** A request that the document allows. */
interface ValidRequest<Body = unknown> {
  readonly params: Readonly<Record<string, string>>;
  /** The path as it was requested, without the query. */
  readonly path: string;
  /** Without properties that the document does not name (D10). */
  readonly body: Body;
}

/** What a handler may use: it knows no Express and no wall clock. */
interface OperationContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly ids: Ids;
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
