import { Command } from 'commander';
import { wholeNumber } from '../../src/cli/flags/numbers.ts';
import { exitOnSignal } from '../../src/cli/terminal/stop-request.ts';
import { killFileMock } from './kill-file-mock.ts';
import { killReplicas } from './replicas/kill-replicas.ts';

/**
 * `npm run durability [-- --kills N]`: kills a mock with --data FILE (SIGKILL) N times while eight clients write. `npm
 * run durability -- --replicas 3 [--kills N] [--quick]`: kills mocks that share a database, backends of the PostgreSQL
 * server, and the server itself, while 64 clients write. After the kills, the command with `--replicas` runs the
 * conformance suite against all of the mocks.
 *
 * The exit status is 1 if an acknowledged write is lost, incomplete or applied twice.
 */

// A signal ends this process with `process.exit`, so the listeners of the event `exit` run and end the started
// programs.
exitOnSignal();
const { kills, replicas, quick } = new Command('npm run durability --')
  .option('--kills <n>', 'number of kills', wholeNumber(1), 200)
  .option('--replicas <n>', 'number of mocks that share a database; without it, one mock with a file', wholeNumber(1))
  .option('--quick', 'with --replicas, run a part of the conformance suite once, instead of the whole suite five times')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ kills: number; replicas?: number; quick?: true }>();
const { errors, summary } =
  replicas === undefined ? await killFileMock(kills) : await killReplicas(replicas, kills, quick);
for (const error of errors.slice(0, 20)) process.stdout.write(`✗ ${error}\n`);
for (const line of summary) process.stdout.write(`${line}\n`);
process.exitCode = errors.length === 0 ? 0 : 1;
