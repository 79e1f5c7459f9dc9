import { readdirSync, readFileSync } from 'node:fs';

/** What Linux says of a process under `/proc`; NaN elsewhere, and of a process that is gone. */

/** Of `USER_HZ`, which is 100 for every program on Linux. */
const MS_PER_TICK = 10;

/** Resident memory in MiB. */
export function residentMemory(pid = 0): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1]) / 1024;
}

/** Milliseconds that all threads spent on a processor, for themselves and in system calls. */
export function cpuTime(pid = 0): number {
  const fields = statusFields(pid);
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Milliseconds that the ended children of this process, and theirs, spent on a processor. */
export function cpuTimeOfEnded(): number {
  const fields = statusFields(process.pid);
  return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
}

/** Of `stat`, from the third on: the second is the name of the program, in parentheses. */
function statusFields(pid: number): string[] {
  return read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

/** Open files and sockets. */
export function openFiles(pid = 0): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
