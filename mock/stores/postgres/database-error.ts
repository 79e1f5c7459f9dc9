import { StoreError } from '../../core/store-error.ts';

/**
 * After a request has failed because of the database, the client should retry the request after this number of seconds.
 */
const RETRY_AFTER_SECONDS = 2;

/** Returns the SQLSTATE of an error that the database server reported; undefined for an error of the connection. */
export function sqlState(error: unknown): string | undefined {
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : undefined;
}

/**
 * The SQLSTATEs of errors after which a retry of the transaction may succeed
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). These errors are serialization failures, deadlocks,
 * connection exceptions, a server that stops or starts, too many connections, a read-only server during a failover, and
 * timeouts.
 */
const TRANSIENT = /^(?:40001|40P01|08...|57P0[1-5]|53300|25006|25P0[2-4]|55P03|57014)$/;

/** Returns true if a retry of the transaction over a new connection may succeed after this error. */
export function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || TRANSIENT.test(state);
}

/**
 * Creates the error for a database that the mock cannot use at its start.
 * @param shown the address without the password
 */
export function unusable(shown: string, reason: string, cause?: unknown): StoreError {
  return new StoreError(`The mock cannot use the database ${shown}: ${reason}.`, { cause });
}

/**
 * Creates the error for a caller of the store if the database fails.
 * @param inDoubt true if it is unknown whether the transaction was committed
 */
export function unavailable(shown: string, error: unknown, inDoubt = false): StoreError {
  return new StoreError(`The mock cannot use the database ${shown}: ${reasonOf(error)}.`, {
    cause: error,
    detail: inDoubt
      ? 'The database of the mock (--data) does not respond. The mock has carried out the request once, or not at all. The log contains the reason.'
      : 'The mock cannot use its database (--data). Retry the request. The log contains the reason.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Describes the reason for a database error in one clause, such as `its host is unknown`, without a password. */
export function reasonOf(error: unknown): string {
  const { message, code, address, port, errors } = error as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly port?: number;
    readonly errors?: readonly unknown[];
  };
  // For a host with several addresses, Node.js reports a list with one error per address.
  if (!message && errors?.[0]) return reasonOf(errors[0]);
  switch (code) {
    case 'ECONNREFUSED':
      return `no server accepts connections at ${address ?? 'its address'}${port === undefined ? '' : `:${port}`}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host is unknown';
    case '25006':
      return 'it is read-only';
    case undefined:
      return message.replace(/\.$/, '').replace(/^timeout exceeded.*|^timeout expired$/, 'it does not respond');
    default:
      return message.replace(/\.$/, '');
  }
}
