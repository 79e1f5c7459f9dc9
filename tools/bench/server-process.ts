import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { onCore, SERVER_CORE } from './pin.ts';
import { cpuTime, openFiles, residentMemory } from './process-usage.ts';
import { type BenchRequest, send } from './requests.ts';

const START_MS = 30_000;
const STOP_MS = 5000;
const POLL_MS = 2;

/** A server in a process of its own, on its core. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  /** From the start of the process to its first answer. */
  readonly start: { readonly ms: number; readonly cpuMs: number };
  /** Resident memory in MiB. */
  memory(): number;
  /** Milliseconds on a processor since it started. */
  cpuTime(): number;
  openFiles(): number;
  readonly alive: boolean;
}

/** @throws Error with what the process said, when it ends or does not answer in time */
export async function startServer(
  command: (port: number) => readonly string[],
  firstRequest: BenchRequest,
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [file, args] = onCore(SERVER_CORE, command(port));
  const began = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const said = lastWords(child);
  while (!(await answers(url, firstRequest))) {
    if (child.exitCode !== null || performance.now() - began > START_MS) {
      child.kill('SIGKILL');
      throw new Error(`it ${child.exitCode === null ? 'does not answer' : 'ended'}: ${said() || 'without a word'}`);
    }
    await sleep(POLL_MS);
  }
  const ms = performance.now() - began;
  return {
    url,
    start: { ms, cpuMs: cpuTime(child.pid) },
    memory: () => residentMemory(child.pid),
    cpuTime: () => cpuTime(child.pid),
    openFiles: () => openFiles(child.pid),
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(force);
    },
  };
}

async function answers(url: string, request: BenchRequest): Promise<boolean> {
  try {
    await send(url, request);
    return true;
  } catch {
    return false;
  }
}

/** Reads all that the process says, since a full pipe would stop it, and keeps the end. */
function lastWords({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk).slice(-2000);
    });
  }
  return () => text.trim().split('\n').slice(-3).join(' ').slice(0, 300);
}
