import { exitStatusOf } from './exit-status.ts';
import { run } from './program.ts';
import { printError } from './terminal/error-line.ts';
import { exitOnSignal, stopRequest } from './terminal/stop-request.ts';

const args = process.argv.slice(2);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    printError(process, `Standard output cannot be written: ${error.message}.`);
    process.exit(exitStatusOf.usage);
  }
  // A reader such as `head` has closed the pipe. A server ends; `conform` continues, since its exit status is a verdict.
  if (args[0] === 'mock' || args[0] === 'proxy') process.exit();
});
// An error about standard error cannot be shown anywhere.
process.stderr.on('error', () => undefined);
// Exit status 1 is a verdict, so an internal error needs another one.
process.on('uncaughtException', (error) => {
  printError(process, `Internal error. This is not a result for a target:\n${error.stack ?? error}`);
  process.exit(exitStatusOf.fault);
});
if (args[0] === 'conform') exitOnSignal();
process.exitCode = await run(args, { stdout: process.stdout, stderr: process.stderr, stopRequest });
