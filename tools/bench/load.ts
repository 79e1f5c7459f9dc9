import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { CLIENT_CORE, onCore } from './pin.ts';
import type { BenchRequest } from './requests.ts';

export interface Load {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
  readonly seconds: number;
}

/** What came of a round of load; latencies in milliseconds. */
interface LoadReport {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly errors: number;
}

export interface LoadResult extends LoadReport {
  /** Time of the server on a processor for one request: what else runs on the machine changes it little. */
  readonly cpuUs: number;
}

/**
 * Sends the requests round and round for some seconds, from a process with a core of its own.
 *
 * @param cpuTime of the server until now, in milliseconds
 */
export async function runLoad(script: string, load: Load, cpuTime: () => number): Promise<LoadResult> {
  const before = cpuTime();
  const [file, args] = onCore(CLIENT_CORE, [script]);
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const report = (await json(child.stdout)) as LoadReport;
  return { ...report, cpuUs: ((cpuTime() - before) / report.requests) * 1000 };
}
