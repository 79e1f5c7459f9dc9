import type { Redaction } from '../journal/redaction.ts';
import { DEFAULT_SANDBOX } from '../sandboxes/sandboxes.ts';
import type { Handler } from './http.ts';

/** One exchange, for a log. Holds no key and no body. */
export interface LogEntry {
  readonly time: string;
  /** The answer's `X-Request-Id`, by which the journal finds the exchange. */
  readonly requestId: string;
  /** Absent for the default one. */
  readonly sandbox?: string;
  readonly method: string;
  readonly path: string;
  /** 0 when no answer left. */
  readonly status: number;
  readonly durationMs: number;
  readonly operationId?: string;
  /** Why it was rejected, and the rules behind it. */
  readonly problem?: string;
  readonly rules?: readonly string[];
  /** The faults that struck it. */
  readonly faults?: readonly string[];
  /** The connection ended before the answer did. */
  readonly aborted?: true;
  /** Unknown properties and parameters that the mock ignored. */
  readonly warnings?: readonly string[];
}

/** Reports each exchange once, when its answer is complete or its connection is gone. */
export function accessLog(log: (entry: LogEntry) => void, redaction: () => Redaction): Handler {
  return (request, response, next) => {
    const start = performance.now();
    const path = request.originalUrl;
    response.once('close', () => {
      const { requestId, sandboxName, operationId, problem, rules = [], faults, warnings } = response.locals;
      const hide = redaction();
      log({
        time: new Date().toISOString(),
        requestId,
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
