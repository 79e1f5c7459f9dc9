import { name } from '../../../mock/core/version.ts';

/** Exit statuses that a shell reports for a process that a signal ended: 128 plus the number of the signal. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Time in milliseconds in which several signals count as one signal: for one Ctrl-C, the terminal sends a signal, and
 * npm forwards a second signal.
 */
const ONE_REQUEST_MS = 500;
const CHECK_MS = 250;

const parent = process.ppid;

/**
 * Resolves when the process gets SIGINT or SIGTERM, or when the npm process that started and awaits this process ends.
 * After the first signal, another signal ends the process immediately. The process does not handle SIGHUP, so that
 * `nohup` works.
 */
export function stopRequest(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > ONE_REQUEST_MS) process.exit(STATUS[signal]);
      resolve();
    });
  }
  if (isAwaitedByNpm()) whenOrphaned(resolve);
  return promise;
}

/**
 * Makes SIGINT and SIGTERM call `process.exit` if the process has no other listener for the signal. When the process
 * exits, listeners of the event `exit` end a hook that is still running.
 */
export function exitOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(STATUS[signal]);
    });
  }
}

/**
 * True if npm waits for this process. A signal to npm alone ends only npm and its shell, which does not forward the
 * signal. Only `npm start` of this project and `npx` are known to wait for the process that they start: the script of
 * another package may start this process in the background on purpose.
 */
function isAwaitedByNpm(): boolean {
  const { npm_lifecycle_event: script, npm_package_name: of } = process.env;
  return script === 'npx' || (script === 'start' && of === name);
}

/**
 * Calls a function when the parent process has ended. On POSIX systems, a process gets a new parent process ID when its
 * parent process ends. No event reports the end of the parent process.
 */
function whenOrphaned(then: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, CHECK_MS).unref();
}
