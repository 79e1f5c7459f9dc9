import { parseArgs } from 'node:util';
import { BODIES } from './bodies.ts';
import { type Measured, measuredRun } from './measured-run.ts';
import { TRANSFERS } from './transfers.ts';

/**
 * `npm run hostile [-- --stop] [-- --only NAME,…]`: runs the suite against hostile targets, and prints memory, time and
 * exit status of each run. `--stop` sends SIGTERM during the run. The command fails if a run exceeds a limit of memory,
 * time or report size, or if a run ends without a report and without exit status 4.
 */

const MAX_MIB = 500;
const MAX_SECONDS = 180;
const MAX_STOP_SECONDS = 5;
const MAX_REPORT_MIB = 8;
const UNREACHABLE = 4;
/** Exit statuses of a run with a result. */
const JUDGED = [0, 1, 3];

const { values } = parseArgs({ options: { stop: { type: 'boolean', default: false }, only: { type: 'string' } } });
const named = values.only?.split(',');
const targets = [...BODIES, ...TRANSFERS].filter(({ name }) => named?.some((part) => name.includes(part)) ?? true);
console.log(`${targets.length} hostile targets${values.stop ? ', each run stopped' : ''}`);

const failed: string[] = [];
const all: Measured[] = [];
for (const target of targets) {
  const measured = await measuredRun(target, [], values.stop);
  const reasons = reasonsAgainst(measured);
  if (reasons.length > 0) failed.push(target.name);
  all.push(measured);
  const { name, status, seconds, peakMib, stopSeconds, largestReportMib } = measured;
  const stopped = stopSeconds === undefined ? '' : `  stopped in ${stopSeconds.toFixed(1)} s`;
  console.log(
    `${name.padEnd(36)} status ${String(status).padEnd(3)} ${peakMib.toFixed(0).padStart(5)} MiB ${seconds.toFixed(1).padStart(6)} s  report ${largestReportMib.toFixed(1).padStart(4)} MiB${stopped}${reasons.map((reason) => `  ✗ ${reason}`).join('')}`,
  );
  if (reasons.length > 0 && measured.stderr !== '') console.log(measured.stderr.trim().slice(-600));
}

const peak = Math.max(...all.map(({ peakMib }) => peakMib));
const longest = Math.max(...all.map(({ seconds }) => seconds));
console.log(`Peak ${peak.toFixed(0)} MiB, longest ${longest.toFixed(1)} s.`);
if (failed.length > 0) {
  console.error(
    `${failed.length} of ${targets.length} hostile targets made a run exceed a limit or end without a report: ${failed.join(', ')}`,
  );
  process.exitCode = 1;
}

function reasonsAgainst({
  status,
  seconds,
  peakMib,
  stopSeconds = 0,
  hasReport,
  largestReportMib,
}: Measured): string[] {
  const isJudged = hasReport && JUDGED.some((one) => one === status);
  return [
    ...(isJudged || status === UNREACHABLE ? [] : [`no report, and status ${status}`]),
    ...(peakMib > MAX_MIB ? [`more than ${MAX_MIB} MiB`] : []),
    ...(seconds > MAX_SECONDS ? [`more than ${MAX_SECONDS} s`] : []),
    ...(stopSeconds > MAX_STOP_SECONDS ? [`more than ${MAX_STOP_SECONDS} s after SIGTERM`] : []),
    ...(largestReportMib > MAX_REPORT_MIB ? [`a report of more than ${MAX_REPORT_MIB} MiB`] : []),
  ];
}
