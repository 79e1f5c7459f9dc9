import { name } from '../../run/version.ts';

/** What a shell reports of a process that the signal ended: 128 and its number. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** npm passes on the Ctrl-C that the terminal has sent to both: signals this close together are one. */
const ONE_REQUEST_MS = 500;
const LOOK_MS = 250;

const parent = process.ppid;

/**
 * Resolves when the process is told to stop: by SIGINT, by SIGTERM, or by the end of the npm that it
 * was started by. From then on, another signal ends it at once. SIGHUP keeps its meaning, and `nohup`
 * its effect.
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
  if (waitedForByNpm()) onceOrphaned(resolve);
  return promise;
}

/**
 * From now on, a signal that nothing else listens for ends the process by `exit`, so that listeners of that event are
 * called: a hook that runs ends with the command.
 */
export function exitOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(STATUS[signal]);
    });
  }
}

/**
 * A signal to npm alone ends the shell between, which passes nothing on. Only `npm start` of
 * this project and `npx` are known to wait for this process: the script of another package may well
 * have put it in the background, to outlive its shell.
 */
function waitedForByNpm(): boolean {
  const { npm_lifecycle_event: script, npm_package_name: of } = process.env;
  return script === 'npx' || (script === 'start' && of === name);
}

/** Another process takes over the children of one that ended (POSIX); there is no event for it. */
function onceOrphaned(then: () => void): void {
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    then();
  }, LOOK_MS).unref();
}
