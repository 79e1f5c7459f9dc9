import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/run/referee/free-port.ts';
import { cpuTime, onCores, residentMemory, SERVER_CORE } from './machine.ts';
import { type BenchRequest, send } from './requests.ts';

const START_MS = 30_000;
const STOP_MS = 5000;
const POLL_MS = 2;

/** Measured server in its own process, on its own core. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  /** Time and processor time from the start of the process to its first response, in milliseconds. */
  readonly start: { readonly ms: number; readonly cpuMs: number };
  /** Resident memory in MiB. */
  memory(): number;
  /** Processor time of the server since its start, in milliseconds. */
  cpuTime(): number;
  readonly alive: boolean;
}

/** Starts a server. @throws Error with the output of the process, if the process ends or does not respond in time */
export async function startServer(
  command: (port: number) => readonly string[],
  firstRequest: BenchRequest,
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [file, args] = onCores(SERVER_CORE, command(port));
  const began = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const output = lastOutput(child);
  const responds = () => send(url, firstRequest).then(Boolean, () => false);
  while (!(await responds())) {
    if (child.exitCode !== null || performance.now() - began > START_MS) {
      child.kill('SIGKILL');
      throw new Error(`the server ${child.exitCode === null ? 'does not respond' : 'ended'}: ${output()}`);
    }
    await sleep(POLL_MS);
  }
  return {
    url,
    start: { ms: performance.now() - began, cpuMs: cpuTime(child.pid) },
    memory: () => residentMemory(child.pid),
    cpuTime: () => cpuTime(child.pid),
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

/** Reads all output of the process, since a full pipe would block the process, and keeps the end of the output. */
function lastOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk).slice(-2000);
    });
  }
  return () => text.trim().split('\n').slice(-3).join(' ').slice(0, 300) || 'no output';
}
