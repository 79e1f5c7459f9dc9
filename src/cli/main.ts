import { complain } from './complain.ts';
import { exitStatusOf } from './exit-status.ts';
import { run } from './program.ts';

// `… | head` has read enough: what is left to say is for nobody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
// Exit status 1 is a verdict: no fault of this program may look like one.
process.on('uncaughtException', (error) => {
  complain(`a fault of this program, which says nothing of any target:\n${error.stack ?? error}`);
  process.exit(exitStatusOf.fault);
});
process.exitCode = await run(process.argv.slice(2));
