import type { Redaction } from '../journal/redaction.ts';
import { DEFAULT_SANDBOX } from '../sandboxes/sandboxes.ts';
import type { Handler } from './http.ts';

/** A log entry of one exchange. It contains no keys and no bodies. */
export interface LogEntry {
  readonly time: string;
  /** The `X-Request-Id` of the response. It identifies the exchange in the journal. */
  readonly requestId: string;
  /** Name of this process; absent if no other process shares its store. */
  readonly replica?: string;
  /** Name of the sandbox; absent for the default sandbox. */
  readonly sandbox?: string;
  readonly method: string;
  readonly path: string;
  /** Status of the response; 0 if the mock sent none. */
  readonly status: number;
  readonly durationMs: number;
  readonly operationId?: string;
  /** The reason why the request was rejected. */
  readonly problem?: string;
  /** The rules that the request violates. */
  readonly rules?: readonly string[];
  /** The IDs of the faults that applied. */
  readonly faults?: readonly string[];
  /** True if the connection ended before the response was complete. */
  readonly aborted?: true;
  /** Unknown properties and parameters that the mock ignored. */
  readonly warnings?: readonly string[];
}

/** Logs each exchange once, when its response is complete or its connection is closed. */
export function accessLog(
  log: (entry: LogEntry) => void,
  redaction: () => Redaction,
  replica: string | undefined,
): Handler {
  return (request, response, next) => {
    const start = performance.now();
    const path = request.originalUrl;
    response.once('close', () => {
      const { requestId, sandboxName, operationId, problem, rules = [], faults, warnings } = response.locals;
      const hide = redaction();
      log({
        time: new Date().toISOString(),
        requestId,
        ...(replica !== undefined && { replica }),
        ...(sandboxName !== undefined && sandboxName !== DEFAULT_SANDBOX && { sandbox: hide.text(sandboxName) }),
        method: request.method,
        path: hide.path(path),
        status: response.headersSent ? response.statusCode : 0,
        durationMs: Math.round((performance.now() - start) * 100) / 100,
        ...(operationId && { operationId }),
        ...(problem && { problem: hide.text(problem.detail) }),
        ...(rules.length > 0 && { rules }),
        ...(faults && { faults }),
        ...(!response.writableFinished && { aborted: true }),
        ...(warnings && { warnings: warnings.map(hide.text) }),
      });
    });
    next();
  };
}
