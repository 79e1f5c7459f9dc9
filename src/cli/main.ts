import { exitStatusOf } from './exit-status.ts';
import { run } from './program.ts';
import { printError } from './terminal/error-line.ts';
import { exitOnSignal, stopRequest } from './terminal/stop-request.ts';

const args = process.argv.slice(2);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    printError(process, `standard output cannot be written: ${error.message}.`);
    process.exit(exitStatusOf.usage);
  }
  // `… | head` has read enough. A server ends with its reader; a verdict is still to be told by the exit status.
  if (args[0] === 'mock' || args[0] === 'proxy') process.exit();
});
// Nobody is left to be told of it.
process.stderr.on('error', () => undefined);
// Exit status 1 is a verdict: no fault of this program may look like one.
process.on('uncaughtException', (error) => {
  printError(process, `a fault of this program, which says nothing of any target:\n${error.stack ?? error}`);
  process.exit(exitStatusOf.fault);
});
if (args[0] === 'conform') exitOnSignal();
process.exitCode = await run(args, { stdout: process.stdout, stderr: process.stderr, stopRequest });
