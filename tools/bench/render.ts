import { prose, table } from '../../src/report/markdown.ts';
import { type Bar, evaluate } from './bars.ts';
import { FEW, MANY } from './growth.ts';
import type { Hardship } from './hardship.ts';
import type { BenchOptions } from './options.ts';
import { DATABASE, FILE, ONE, THREE } from './replicas.ts';
import { median, type SampleTable, series } from './samples.ts';
import { SERVERS } from './servers.ts';
import { BARE, WHOLE } from './suite.ts';

/** Measurements of a run, the content of `reports/bench.json`. */
export interface BenchResult {
  readonly startedAt: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string; readonly pinned: boolean };
  readonly options: BenchOptions;
  readonly samples: SampleTable;
  /** Servers that could not be measured, with the reason. */
  readonly skipped: readonly string[];
  readonly hardship: Hardship | undefined;
}

/** Maximum share of unexpected responses. A rate with a larger share of unexpected responses is meaningless. */
const MAX_UNEXPECTED = 0.01;
const NOT_MEASURED = '–';

/** Markdown of the benchmark's result, for `reports/bench.md`. */
export function renderBench(result: BenchResult): string {
  const { samples, skipped, hardship } = result;
  const known = SERVERS.filter(({ name }) => samples[name]);
  const parts = ['# Benchmark', conditions(result)];
  if (known.length > 0)
    parts.push('## Servers', serverTable(samples), ...skipped.map((line) => `- not measured: ${prose(line)}`));
  if (samples[MANY])
    parts.push(
      '## Many keys',
      figures(samples, [FEW, MANY], ['keys', 'perSecond', 'latencyUs', 'cpuUs', 'bytesPerKey']),
    );
  if (hardship) parts.push('## Garbage and broken connections', hardshipText(hardship));
  if (samples[WHOLE]) parts.push('## The suite', figures(samples, [WHOLE, BARE], ['ms', 'cpuMs', 'requests']));
  if (samples[DATABASE])
    parts.push(
      '## Replicas',
      figures(samples, [FILE, DATABASE], ['perSecond', 'cpuUs', 'p50', 'p99', 'commitsPerSecond', 'startMs']),
      figures(samples, [ONE, THREE], ['perSecond', 'perCpuSecond', 'databaseCpuUs', 'p99']),
    );
  return `${[...parts, '## Bars', barTable(evaluate(samples, hardship))].join('\n\n')}\n`;
}

function conditions({ startedAt, machine: { cpu, cores, node, pinned }, options }: BenchResult): string {
  const where = pinned
    ? 'each server on one core, the load on another core'
    : 'not pinned to cores (this needs Linux, `taskset` and two cores)';
  return (
    `${startedAt.slice(0, 10)}, Node ${node}, ${prose(cpu)} (${cores} cores), ${where}. ${options.connections} connections, ` +
    `medians of ${options.rounds} rounds of ${number(options.requests)} requests (a tenth for peers); each round starts ` +
    'new processes and warms them up. No two requests have the same body or the same RSA key of 2048 bits. ' +
    'Compare ratios within one run, not figures of two runs or machines.'
  );
}

function serverTable(samples: SampleTable): string {
  const header = [
    ...['server', 'POST/s', 'p50 ms', 'p99 ms', 'PATCH/s', 'rejected POST/s', 'CPU µs: POST · PATCH · rejected'],
    ...['cold start ms (CPU)', 'memory MiB'],
  ];
  const rows = SERVERS.filter(({ name }) => samples[name]).map(({ name, title, kind }) => {
    const figure = (metric: string) => number(median(series(samples, name, metric)));
    const rate = (workload: string, otherwise: string) =>
      median(series(samples, name, `${workload}.unexpected`)) > MAX_UNEXPECTED
        ? otherwise
        : figure(`${workload}.perSecond`);
    return [
      kind === 'ours' ? `**${prose(title)}**` : prose(title),
      ...[rate('post', 'fails'), figure('post.p50'), figure('post.p99'), rate('patch', 'fails')],
      rate('rejected', 'accepts it'),
      [figure('post.cpuUs'), figure('patch.cpuUs'), figure('rejected.cpuUs')].join(' · '),
      `${figure('startMs')} (${figure('startCpuMs')})`,
      `${figure('memoryBefore')} → ${figure('memoryAfter')}`,
    ];
  });
  return `${table(header, rows)}\n\nCPU: processor time of the server per request. Memory: before and after the load; a stateful server keeps all created JWT keys.`;
}

function figures(samples: SampleTable, subjects: readonly string[], metrics: readonly string[]): string {
  const rows = subjects.map((name) => [
    name,
    ...metrics.map((metric) => number(median(series(samples, name, metric)))),
  ]);
  return table(['', ...metrics], rows);
}

function hardshipText({ garbageBytes, brokenConnections, memoryMiB, garbageStatuses, ...rest }: Hardship): string {
  const statuses = Object.entries(garbageStatuses).map(([status, times]) => `${status} (${times} times)`);
  return (
    `${number(garbageBytes)} bytes of garbage and ${number(brokenConnections)} slow or broken connections, in each of two passes. ` +
    `The mock ${rest.survived ? 'survived' : 'DIED'}; it responded to the garbage with ${statuses.join(', ')}. ` +
    `Memory after each pass: ${memoryMiB.map(number).join(', then ')} MiB. ` +
    `During the hostile requests, a correct client sent ${number(rest.goodRequests)} requests; ${rest.failures} failed.`
  );
}

function barTable(bars: readonly Bar[]): string {
  const verdict = ({ met }: Bar) => (met === undefined ? 'not measured' : met ? 'met' : '**not met**');
  const rows = bars.map((bar) => [bar.what, bar.measured, bar.byCpu ?? NOT_MEASURED, bar.wanted, verdict(bar)]);
  return table(['what', 'measured', 'by CPU time', 'bar', ''], rows);
}

function number(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : NOT_MEASURED;
}
