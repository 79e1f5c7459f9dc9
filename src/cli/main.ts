import { exitStatusOf } from './exit-status.ts';
import { run } from './program.ts';
import { printError } from './terminal/error-line.ts';
import { exitOnSignal, stopRequest } from './terminal/stop-request.ts';
import { limitYoungGeneration } from './young-generation.ts';

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
  limitYoungGeneration();
}
process.exitCode = await run(args, { stdout: process.stdout, stderr: process.stderr, stopRequest });
