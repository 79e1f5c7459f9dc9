import { setFlagsFromString } from 'node:v8';
import { exitStatusOf } from './exit-status.ts';
import { run } from './program.ts';
import { printError } from './terminal/error-line.ts';
import { exitOnSignal, stopRequest } from './terminal/stop-request.ts';

/**
 * Time in milliseconds, from the start of the process, in which V8 may enlarge the semi-spaces, its memory for new
 * objects. In the first seconds of a run, the semi-spaces of V8 become large enough for the whole run.
 */
const GROWTH_MS = 4000;

const args = process.argv.slice(2);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    printError(process, `Standard output cannot be written: ${error.message}.`);
    process.exit(exitStatusOf.usage);
  }
  // A reader of standard output, such as `head`, has closed the pipe. If standard output is closed, the mock ends, but
  // `conform` continues, since its exit status is a verdict.
  if (args[0] === 'mock' || args[0] === 'proxy') process.exit();
});
// A failed write to standard error cannot be reported anywhere.
process.stderr.on('error', () => undefined);
// Exit status 1 is a verdict, so an internal error needs another exit status.
process.on('uncaughtException', (error) => {
  printError(process, `Internal error. An internal error is not a verdict about a target:\n${error.stack ?? error}`);
  process.exit(exitStatusOf.fault);
});
if (args[0] === 'conform' || args[0] === 'test') {
  exitOnSignal();
  // Without a limit for the growth of the semi-spaces, Node.js would reserve up to 192 MiB for new objects, although
  // this thread only collects results and writes reports.
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=1'), GROWTH_MS).unref();
}
process.exitCode = await run(args, { stdout: process.stdout, stderr: process.stderr, stopRequest });
