import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { measureServer } from './load.ts';
import type { BenchOptions } from './options.ts';
import { median, ratio, Samples, series } from './samples.ts';
import { ourMock } from './servers.ts';
import { measureConform } from './suite.ts';
import type { Workspace } from './workspace.ts';

const METRICS: Readonly<Record<string, string>> = {
  'post.cpuUs': 'POST, µs',
  'patch.cpuUs': 'PATCH, µs',
  'rejected.cpuUs': 'rejected POST, µs',
  'conform.cpuMs': 'whole conformance run, ms',
};
const [NOW, BEFORE] = ['now', 'before'];

/**
 * Compares the processor time of this checkout with the processor time of another checkout. Each round starts new
 * processes of both checkouts, in alternating order. The result is the median of the ratios of all rounds, and their
 * interquartile range.
 */
export async function measureBeside(
  folder: string,
  options: BenchOptions,
  workspace: Workspace,
  log: (line: string) => void,
): Promise<{ samples: Samples; text: string }> {
  const versions = [
    { name: NOW, bin: resolve('dist/src/cli/bin.cjs') },
    { name: BEFORE, bin: resolve(folder, 'dist/src/cli/bin.cjs') },
  ];
  if (options.build) execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' });
  const samples = new Samples();
  for (let round = 1; round <= options.rounds; round++) {
    for (const { name, bin } of round % 2 === 0 ? versions : versions.toReversed()) {
      const server = ourMock(name, name, bin);
      samples.add(name, { ...(await measureServer(server, workspace, options)), ...(await measureConform(bin)) });
    }
    log(
      `round ${round} of ${options.rounds}: ${Object.keys(METRICS)
        .map((metric) => last(samples, metric))
        .join(' · ')}`,
    );
  }
  return {
    samples,
    text: Object.keys(METRICS)
      .map((metric) => line(samples, metric))
      .join(''),
  };
}

function last(samples: Samples, metric: string): string {
  const [now = Number.NaN, before = Number.NaN] = [NOW, BEFORE].map((name) =>
    series(samples.table, name, metric).at(-1),
  );
  return (now / before).toFixed(3);
}

function line(samples: Samples, metric: string): string {
  const [now, before] = [series(samples.table, NOW, metric), series(samples.table, BEFORE, metric)];
  const ratios = now.map((value, round) => value / (before[round] ?? Number.NaN)).toSorted((a, b) => a - b);
  const quarter = Math.floor(ratios.length / 4);
  const range = [ratios[quarter], ratios.at(-1 - quarter)].map((value) => value?.toFixed(3)).join(' to ');
  const medians = `${median(before).toFixed(0)} before, ${median(now).toFixed(0)} now`;
  return `${METRICS[metric]?.padEnd(28)} ${ratio(now, before).toFixed(3)} (middle half ${range}; ${medians})\n`;
}
