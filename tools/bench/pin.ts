import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';

/** The core of the server that is measured, and that of everything else. */
export const SERVER_CORE = 0;
export const CLIENT_CORE = 1;

/** Whether processes can be pinned: Linux with `taskset`, two cores. */
export const pinning = canPin();

/** The command that runs Node on one core, or anywhere when processes cannot be pinned. */
export function onCore(core: number, args: readonly string[]): [command: string, args: string[]] {
  if (!pinning) return [process.execPath, [...args]];
  return ['taskset', ['-c', String(core), process.execPath, ...args]];
}

/** The command that runs Node on whichever core is free, also for a program that `moveAside` keeps on one. */
export function onAllCores(args: readonly string[]): [command: string, args: string[]] {
  if (!pinning) return [process.execPath, [...args]];
  return ['taskset', ['-c', `0-${cpus().length - 1}`, process.execPath, ...args]];
}

/** Leaves the server's core to the server. */
export function moveAside(): void {
  if (pinning) execFileSync('taskset', ['-a', '-c', '-p', String(CLIENT_CORE), String(process.pid)]);
}

function canPin(): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync('taskset', ['-c', `${SERVER_CORE},${CLIENT_CORE}`, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
