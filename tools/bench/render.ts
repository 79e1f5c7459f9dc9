import { prose, table } from '../../src/report/markdown.ts';
import type { Bar } from './bars.ts';
import type { GrowthPoint } from './growth.ts';
import type { Hardship } from './hardship.ts';
import type { JudgedResult, ServerResult } from './result.ts';
import type { Duration, SuiteMeasure } from './suite.ts';
import type { Measure } from './throughput.ts';

/** A share of unexpected answers above which a rate says nothing. */
const TOLERATED = 0.01;
const NOTHING = '–';

/** The result as Markdown, as it stands in `reports/bench.md`. */
export function renderBench(result: JudgedResult): string {
  const { servers, skipped, growth, hardship, suite, bars } = result;
  const parts = ['# Benchmark', conditions(result)];
  if (servers.length > 0) parts.push('## Servers side by side', serverTable(servers));
  if (skipped.length > 0) parts.push(skipped.map((line) => `- not measured: ${prose(line)}`).join('\n'));
  if (growth) parts.push('## Many keys', growthTable(growth));
  if (hardship) parts.push('## Garbage and broken connections', ...hardshipSection(hardship));
  if (suite) parts.push('## The suite', ...suiteSection(suite));
  parts.push('## Bars', barTable(bars));
  return `${parts.join('\n\n')}\n`;
}

function conditions({ startedAt, machine, options }: JudgedResult): string {
  const { cpu, cores, node, pinned } = machine;
  const where = pinned
    ? 'each server on one core, the load on another'
    : 'not pinned to cores (this needs Linux, `taskset` and two cores)';
  return (
    `${startedAt.slice(0, 10)}, Node ${node}, ${prose(cpu)} (${cores} cores), ${where}. ` +
    `${options.connections} connections, medians of ${options.rounds} rounds of ${options.seconds} s in turns after one to warm up; ` +
    '32 RSA keys of 2048 bits in turns. Ratios within one run mean something; figures of two runs or machines do not compare.'
  );
}

function serverTable(servers: readonly ServerResult[]): string {
  const header = [
    'server',
    'POST/s',
    'p50 ms',
    'p99 ms',
    'PATCH/s',
    'refused POST/s',
    'CPU µs: POST · PATCH · refused',
    'cold start ms (CPU)',
    'memory MiB',
  ];
  const rows = servers.map(({ title, kind, throughput, start }) => {
    const measures = throughput?.measures;
    const [before, after] = throughput?.memoryMiB ?? [];
    return [
      kind === 'ours' ? `**${prose(title)}**` : prose(title),
      rate(measures?.post),
      number(measures?.post.p50),
      number(measures?.post.p99),
      rate(measures?.patch),
      rate(measures?.refused, 'accepts it'),
      measures
        ? [measures.post, measures.patch, measures.refused].map(({ cpuUs }) => number(cpuUs)).join(' · ')
        : NOTHING,
      start ? `${number(start.ms)} (${number(start.cpuMs)})` : NOTHING,
      before === undefined ? NOTHING : `${number(before)} → ${number(after)}`,
    ];
  });
  return `${table(header, rows)}\n\nCPU: time of the server on a processor for one request, which other work on the machine changes least. Memory: before the load and after it; a server that remembers holds by then all that it was sent.`;
}

function rate(measure: Measure | undefined, otherwise = 'fails'): string {
  if (!measure) return NOTHING;
  return measure.unexpected > TOLERATED ? otherwise : number(measure.perSecond);
}

function growthTable(growth: readonly GrowthPoint[]): string {
  const rows = growth.map(({ keys, perSecond, latencyUs, cpuUs, bytesPerKey }) => [
    number(keys),
    number(perSecond),
    number(latencyUs),
    number(cpuUs),
    keys > 10_000 ? number(bytesPerKey) : NOTHING,
  ]);
  const header = ['keys stored', 'PATCH/s', 'mean latency µs', 'CPU µs', 'bytes per key'];
  return `${table(header, rows)}\n\nOf a thousand keys in turns. Latency: connections divided by requests a second. Memory: all that the process grew by.`;
}

function hardshipSection({ garbageBytes, brokenConnections, stages, garbageStatuses, survived }: Hardship): string[] {
  const rows = stages.map(({ title, memoryMiB, openFiles, client }) => [
    title,
    number(memoryMiB),
    number(openFiles),
    number(client.requests),
    client.p50.toFixed(1),
    client.p99.toFixed(1),
    client.failures,
  ]);
  const header = ['stage', 'memory MiB', 'open files', 'good requests', 'p50 ms', 'p99 ms', 'failures'];
  const statuses = Object.entries(garbageStatuses).map(([status, times]) => `${status} (${times} times)`);
  return [
    `${number(garbageBytes)} bytes of garbage and ${number(brokenConnections)} slow or broken connections. ` +
      `The mock ${survived ? 'is still there' : 'DIED'}; it answered the garbage with ${statuses.join(', ')}. ` +
      'A good client sends a PATCH every 5 ms meanwhile; it shares its core with the bad ones.',
    table(header, rows),
  ];
}

function suiteSection({ requests, concurrency, whole, runMs, bare, bareInTurn, bareProgram }: SuiteMeasure): string[] {
  const row = (what: string, { ms, cpuMs }: Duration) => [what, number(ms), number(cpuMs), (ms / bare.ms).toFixed(2)];
  const rows = [
    row('`conform`, from the start of its process to its end', whole),
    ['… of that, the run itself (`durationMs` of its report)', number(runMs), NOTHING, (runMs / bare.ms).toFixed(2)],
    row('its bare requests, from the first one to the last answer', bare),
    row('the program that sends them, from the start of its process to its end', bareProgram),
    row('the same requests one by one, from the first one to the last answer', bareInTurn),
  ];
  return [
    table(['what', 'ms', 'CPU ms', 'times the bare requests'], rows),
    `\`conform\` takes ${(whole.ms / bareInTurn.ms).toFixed(2)} times what its requests take one by one. The whole suite against a mock of its own process, and the same ${number(requests)} requests, recorded, sent by the same ` +
      `client, ${concurrency} at a time as in the suite, and judged by nobody; in turns, the mock reset before each, on ` +
      'all cores. CPU: without the time of the mock.',
  ];
}

function barTable(bars: readonly Bar[]): string {
  const verdict = ({ met }: Bar) => (met === undefined ? 'not measured' : met ? 'met' : '**not met**');
  const rows = bars.map((bar) => [bar.what, bar.measured, bar.byCpu ?? NOTHING, bar.wanted, verdict(bar)]);
  return table(['what', 'measured', 'by CPU time', 'bar', ''], rows);
}

function number(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return NOTHING;
  return Math.round(value).toLocaleString('en-US');
}
