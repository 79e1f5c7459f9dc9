import type { LogEntry } from '../../../mock/index.ts';
import { consoleText, visibleJson } from '../../report/visible.ts';
import type { Colors } from './colors.ts';

/** Log line of a request: `12:00:01 POST /v1/projects/…/jwt-keys 400 2 ms  label is required. (D50)  4ceae1d2-…`. */
export function logLine(entry: LogEntry, pc: Colors): string {
  const { time, requestId, method, path, status, durationMs, problem, rules, faults, aborted, warnings } = entry;
  const color = aborted || status >= 500 ? pc.red : status >= 400 ? pc.yellow : pc.green;
  const known = rules?.filter((rule) => !problem?.includes(rule)) ?? [];
  const why = problem === undefined ? '' : `  ${problem}${known.length > 0 ? ` (${known.join(', ')})` : ''}`;
  const applied = faults ? `  fault ${printable(faults.join(', '))}` : '';
  const notes = warnings ? `  ${warnings.join(' ')}` : '';
  const result = aborted ? `${status || 'no response'}, connection closed early` : String(status);
  return `${pc.dim(time.slice(11, 19))} ${printable(method)} ${printable(path)} ${color(result)} ${pc.dim(`${durationMs} ms`)}${printable(why + notes)}${applied}  ${pc.dim(printable(requestId))}`;
}

/** Text of a request in one line, which cannot control the terminal. */
function printable(text: string): string {
  return consoleText(text.replaceAll(/[\r\n]+/g, ' '));
}

/** Log entry as one line of JSON. */
export function jsonLine(entry: LogEntry): string {
  return visibleJson(entry);
}
