import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** Index of the processor core for the measured server, and of the core for all other processes. */
export const SERVER_CORE = '0';
export const CLIENT_CORE = '1';
const ALL_CORES = `0-${cpus().length - 1}`;

/** True if processes can be pinned to cores: Linux with `taskset` and two cores. */
export const pinning = canPin();

/** Command that runs Node.js on the given cores, or on all cores if processes cannot be pinned. */
export function onCores(cores: string, args: readonly string[]): [command: string, args: string[]] {
  return pinning ? ['taskset', ['-c', cores, process.execPath, ...args]] : [process.execPath, [...args]];
}

export function onAllCores(args: readonly string[]): [command: string, args: string[]] {
  return onCores(ALL_CORES, args);
}

/** Moves this process to the core of the client, so that the measured server has its own core. */
export function pinToClientCore(): void {
  if (pinning) execFileSync('taskset', ['-a', '-c', '-p', CLIENT_CORE, String(process.pid)]);
}

/** Processor time of the running threads of a process, in milliseconds; NaN without `/proc`. */
export function cpuTime(pid: number | undefined): number {
  const threads = list(`/proc/${pid}/task`);
  if (threads.length === 0) return Number.NaN;
  const nanoseconds = threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]));
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

/** Processor time of the ended children of a process, in milliseconds. */
export function cpuTimeOfEnded(pid: number | 'self' = 'self'): number {
  const MS_PER_TICK = 10; // USER_HZ is 100 for every program on Linux
  const [children, system] = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(13, 15);
  return (Number(children) + Number(system)) * MS_PER_TICK;
}

/** Processor time of a process, its running children and its ended children, in milliseconds. */
export function cpuTimeOfFamily(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  const own = [pid, ...children].reduce((sum, one) => sum + (cpuTime(one) || 0), 0);
  return own + cpuTimeOfEnded(pid);
}

/** Allows a process and its future child processes to use all cores. */
export function moveToAllCores(pid: number): void {
  if (pinning) execFileSync('taskset', ['-a', '-c', '-p', ALL_CORES, String(pid)]);
}

/** Resident memory in MiB. */
export function residentMemory(pid: number | undefined): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1]) / 1024;
}

function canPin(): boolean {
  try {
    if (availableParallelism() < 2) return false;
    execFileSync('taskset', ['-c', `${SERVER_CORE},${CLIENT_CORE}`, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
