import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { exitStatusOf } from '../../src/cli/exit-status.ts';
import { evaluate } from './bars.ts';
import { measureColdStarts } from './cold-start.ts';
import { measureGrowth } from './growth.ts';
import { measureHardship } from './hardship.ts';
import { type BenchOptions, type Part, readOptions } from './options.ts';
import { moveAside, pinning } from './pin.ts';
import { renderBench } from './render.ts';
import type { BenchResult, JudgedResult } from './result.ts';
import { type BenchServer, OURS, SERVERS } from './servers.ts';
import { measureSuite } from './suite.ts';
import { measureThroughput, startBenchServer } from './throughput.ts';
import { install, openWorkspace, type Workspace } from './workspace.ts';

/**
 * `npm run bench [-- --quick]`: this mock and its peers side by side, on this machine. It installs the
 * peers into a temporary folder, writes `reports/bench.md` and `bench.json`, and is no gate: its exit
 * status is 0 whether or not the bars are met.
 */

const say = (line: string) => void process.stderr.write(`${line}\n`);
const result = await bench(optionsOrExit());
await mkdir('reports', { recursive: true });
await writeFile(join('reports', 'bench.json'), `${JSON.stringify(result, null, 2)}\n`);
const markdown = renderBench(result);
await writeFile(join('reports', 'bench.md'), markdown);
process.stdout.write(`${markdown}\nreports/bench.md, reports/bench.json\n`);

function optionsOrExit(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    say(`bench: ${(error as Error).message}`);
    process.exit(exitStatusOf.usage);
  }
}

async function bench(options: BenchOptions): Promise<JudgedResult> {
  const startedAt = new Date().toISOString();
  const wants = (part: Part) => options.parts.includes(part);
  if (options.build) execFileSync('npm', ['run', 'build'], { stdio: 'ignore' });
  const workspace = await openWorkspace(options.folder);
  moveAside();
  const chosen = SERVERS.filter(({ name }) => !options.only || options.only.includes(name));
  const { ready, skipped } =
    wants('throughput') || wants('start') ? await prepare(chosen, workspace) : { ready: [], skipped: [] };
  const ours = SERVERS.find(({ name }) => name === OURS);

  const throughput = wants('throughput') ? await measureThroughput(ready, workspace, options, say) : undefined;
  const starts = wants('start') ? await measureColdStarts(ready, workspace, options.starts, say) : undefined;
  const growth = wants('growth') ? await measureGrowth(options, workspace, say) : undefined;
  const hardship = wants('hardship') && ours ? await measureHardship(ours, workspace, options, say) : undefined;
  const suite = wants('suite') && ours ? await measureSuite(ours, workspace, options, say) : undefined;
  const measured: BenchResult = {
    startedAt,
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      node: process.versions.node,
      pinned: pinning,
    },
    options,
    servers: ready.map(({ name, title, kind }) => ({
      ...{ name, title, kind },
      throughput: throughput?.get(name),
      start: starts?.get(name),
    })),
    skipped,
    growth,
    hardship,
    suite,
  };
  return { ...measured, bars: evaluate(measured) };
}

/** Installs each server and starts it once; what does not install or start is left out, with the reason. */
async function prepare(servers: readonly BenchServer[], workspace: Workspace) {
  const ready: BenchServer[] = [];
  const skipped: string[] = [];
  for (const server of servers) {
    try {
      await install(workspace.folderOf(server), server.install);
      const process = await startBenchServer(server, workspace);
      await process[Symbol.asyncDispose]();
      ready.push(server);
      say(`ready: ${server.name}`);
    } catch (error) {
      const reason = oneLine((error as Error).message);
      skipped.push(`${server.title}: ${reason}`);
      say(`skipped: ${server.name}: ${reason}`);
    }
  }
  return { ready, skipped };
}

/** Of what npm and servers say, the line that says most. */
function oneLine(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.findLast((line) => /^npm error (?!A complete log|code|errno)/.test(line)) ?? lines[0] ?? 'no reason given'
  );
}
