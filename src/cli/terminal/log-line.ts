import type { LogEntry } from '../../../mock/index.ts';
import { consoleText, visibleJson } from '../../report/visible.ts';
import type { Colors } from './colors.ts';

/**
 * Log line of a request, in columns: `12:00:01 POST   400    2 ms  /v1/projects/…/jwt-keys  label is required (D50).`.
 *
 * @param showId true adds the ID of the exchange, which is also in `X-Request-Id`
 */
export function logLine(entry: LogEntry, pc: Colors, showId = false): string {
  const { time, requestId, method, path, status, durationMs, problem, rules, faults, aborted, warnings } = entry;
  const color = aborted || status >= 500 ? pc.red : status >= 400 ? pc.yellow : pc.green;
  const known = rules?.filter((rule) => !problem?.includes(rule)) ?? [];
  const notes = [
    aborted && 'connection closed early',
    problem && (known.length > 0 ? `${problem.replace(/\.$/, '')} (${known.join(', ')}).` : problem),
    warnings?.join(' '),
    entry.preferenceApplied && `Prefer: ${entry.preferenceApplied}`,
    faults && `fault ${faults.join(', ')}`,
    showId && requestId,
  ].filter((note) => typeof note === 'string');
  const columns = [
    pc.dim(time.slice(11, 19)),
    printable(method).padEnd(6),
    color(String(status || '–').padEnd(3)),
    pc.dim(`${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`.padStart(7)),
  ];
  return [columns.join(' '), printable(path), ...notes.map(printable)].join('  ');
}

/**
 * Matches most texts that `printable` returns unchanged, since `printable` needs much more time: a line of visible ASCII
 * without `#`, with which commands of CI systems begin, and without a colon or a space at its start.
 */
const PLAIN = /^(?![ :])[ !"$-~]*$/;

/** Text from a request as one line, without characters that control a terminal. */
function printable(text: string): string {
  return PLAIN.test(text) ? text : consoleText(text.replaceAll(/[\r\n]+/g, ' '));
}

/** Log entry as one line of JSON. */
export function jsonLine(entry: LogEntry): string {
  return visibleJson(entry);
}
