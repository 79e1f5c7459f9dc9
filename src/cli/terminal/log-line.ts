import type { LogEntry } from '../../../mock/index.ts';
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

/** Replaces control characters, so that texts of a request cannot control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD').replaceAll('##[', '## [');
}

/** Log entry as one line of JSON. Escapes the control characters that JSON allows in strings: some end a line or control a terminal. */
export function jsonLine(entry: LogEntry): string {
  return JSON.stringify(entry).replace(
    /[\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
