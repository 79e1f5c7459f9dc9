import type { RequestHandler } from 'express';
import type { Problem } from '../problems.ts';
import { warningsOf } from '../warnings.ts';

/** One exchange, for a log. Holds no key and no body. */
export interface LogEntry {
  readonly time: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** 0 when no answer left. */
  readonly status: number;
  readonly durationMs: number;
  readonly operationId?: string;
  /** Why it was refused, and the rules behind it. */
  readonly problem?: string;
  readonly rules?: readonly string[];
  /** The faults that struck it. */
  readonly faults?: readonly string[];
  /** The connection ended before the answer did. */
  readonly aborted?: true;
  /** What was ignored of it, and what it used that is deprecated. */
  readonly warnings?: readonly string[];
}

/** Reports each exchange once, when its answer is complete or its connection is gone. */
export function accessLog(log: (entry: LogEntry) => void): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const path = request.originalUrl;
    response.once('close', () => {
      const warnings = warningsOf(response);
      const { requestId, operationId, problem, faults } = response.locals as {
        requestId: string;
        operationId?: string;
        problem?: Problem;
        faults?: readonly string[];
      };
      log({
        time: new Date().toISOString(),
        requestId,
        method: request.method,
        path,
        status: response.headersSent ? response.statusCode : 0,
        durationMs: Math.round((performance.now() - start) * 100) / 100,
        ...(operationId && { operationId }),
        ...(problem && { problem: problem.detail }),
        ...(problem && problem.rules.length > 0 && { rules: problem.rules }),
        ...(faults && { faults }),
        ...(!response.writableFinished && { aborted: true }),
        ...(warnings && { warnings }),
      });
    });
    next();
  };
}
