import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { exitStatusOf } from '../../src/cli/exit-status.ts';
import { exitOnSignal } from '../../src/cli/terminal/stop-request.ts';
import { measureBeside } from './beside.ts';
import { measureGrowth } from './growth.ts';
import { measureHardship } from './hardship.ts';
import { measureServer, startBenchServer } from './load.ts';
import { pinning, pinToClientCore } from './machine.ts';
import { type BenchOptions, type Part, readOptions } from './options.ts';
import { type BenchResult, renderBench } from './render.ts';
import { measureReplicas } from './replicas.ts';
import { Samples } from './samples.ts';
import { type BenchServer, OURS, SERVERS } from './servers.ts';
import { measureSuite } from './suite.ts';
import { install, openWorkspace, type Workspace } from './workspace.ts';

/**
 * `npm run bench [-- --quick]`: measures this mock and comparable tools. `npm run bench -- --beside ../before`:
 * compares this checkout with another checkout. The benchmark installs the tools into a temporary folder, and writes
 * `reports/bench.*`. The exit status is 0 even if a performance goal is not met.
 */

// A signal ends this process with `process.exit`, so the listeners of the event `exit` run and end the started
// programs.
exitOnSignal();
const log = (line: string) => void process.stderr.write(`${line}\n`);
const options = optionsOrExit();
if (options.build) execFileSync('npm', ['run', 'build'], { stdio: 'ignore' });
const workspace = await openWorkspace(options.folder);
pinToClientCore();
await mkdir('reports', { recursive: true });
if (options.beside === undefined) {
  const result = await bench(options);
  const markdown = renderBench(result);
  await writeFile('reports/bench.json', `${JSON.stringify(result, null, 2)}\n`);
  await writeFile('reports/bench.md', markdown);
  process.stdout.write(`${markdown}\nreports/bench.md, reports/bench.json\n`);
} else {
  const { samples, text } = await measureBeside(options.beside, options, workspace, log);
  await writeFile('reports/beside.json', `${JSON.stringify(samples.table, null, 2)}\n`);
  process.stdout.write(text);
}

function optionsOrExit(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    log(`bench: ${(error as Error).message}`);
    process.exit(exitStatusOf.usage);
  }
}

async function bench(options: BenchOptions): Promise<BenchResult> {
  const startedAt = new Date().toISOString();
  const wants = (part: Part) => options.parts.includes(part);
  const chosen = SERVERS.filter(({ name }) => wants('servers') && (options.only?.includes(name) ?? true));
  const samples = new Samples();
  const { ready, skipped } = await prepare(chosen, workspace);
  for (let round = 1; round <= options.rounds; round++) {
    for (const server of ready) samples.add(server.name, await measureServer(server, workspace, options));
    log(`round ${round} of ${options.rounds}`);
  }
  const ours = SERVERS.find(({ name }) => name === OURS);
  if (wants('growth')) await measureGrowth(options, workspace, samples);
  const hardship = wants('hardship') && ours ? await measureHardship(ours, workspace, options) : undefined;
  if (wants('suite') && ours) await measureSuite(ours, workspace, options, samples);
  if (wants('replicas')) await measureReplicas(options, workspace, samples);
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model ?? 'unknown', cores: cpus().length, node: process.versions.node, pinned: pinning };
  return { startedAt, machine, options, samples: samples.table, skipped, hardship };
}

/**
 * Installs each measured server and starts it once, to fill the caches of the operating system. Skips servers that do
 * not start.
 */
async function prepare(servers: readonly BenchServer[], workspace: Workspace) {
  const ready: BenchServer[] = [];
  const skipped: string[] = [];
  for (const server of servers) {
    try {
      await install(workspace.folderOf(server), server.install);
      await (await startBenchServer(server, workspace))[Symbol.asyncDispose]();
      ready.push(server);
      log(`ready: ${server.name}`);
    } catch (error) {
      skipped.push(`${server.title}: ${oneLine((error as Error).message)}`);
      log(`skipped: ${skipped.at(-1)}`);
    }
  }
  return { ready, skipped };
}

/** The line in the output of npm or of a server that describes the error best. */
function oneLine(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const ofNpm = lines.findLast((line) => /^npm error (?!A complete log|code|errno)/.test(line));
  return ofNpm ?? lines[0] ?? 'no reason given';
}
