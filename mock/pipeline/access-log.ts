import type { LogEntry } from '../journal/log-entry.ts';
import type { Redaction } from '../journal/redaction.ts';
import { DEFAULT_SANDBOX } from '../sandboxes/sandboxes.ts';
import type { Handler } from './http.ts';

/** Writes one log entry per exchange, when the response is complete or the connection is closed. */
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
      const preference = response.getHeader('Preference-Applied');
      const hide = redaction().forRequest(request.headers, path);
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
        ...(preference !== undefined && { preferenceApplied: hide.text(String(preference)) }),
        ...(faults && { faults }),
        ...(!response.writableFinished && { aborted: true }),
        ...(warnings && { warnings: warnings.map(hide.text) }),
      });
    });
    next();
  };
}
