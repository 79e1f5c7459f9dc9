import { type ChildProcess, spawn } from 'node:child_process';
import type { HookConfiguration } from '../../conformance/index.ts';

/** A hook failed: one sentence that may hold what the hook itself said. */
export class HookError extends Error {
  override readonly name = 'HookError';
}

/** Where the configuration says nothing. */
const TIMEOUT_SECONDS = 60;
const MAX_BYTES = 2 ** 20;
/** Of what a failing program says on standard error, the end is told. */
const MAX_COMPLAINT = 500;

/**
 * Hands the input over as JSON (standard input, or the body of a POST) and returns what comes back.
 *
 * @throws HookError when it fails, takes too long or says too much
 */
export async function callHook(name: string, hook: HookConfiguration, input: unknown): Promise<string> {
  const timeoutMs = (hook.timeoutSeconds ?? TIMEOUT_SECONDS) * 1000;
  const json = JSON.stringify(input);
  try {
    if (hook.url !== undefined) return await post(hook.url, json, timeoutMs);
    const [program = '', ...args] = hook.command ?? [];
    return await runProgram(program, args, json, timeoutMs);
  } catch (error) {
    const late = (error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError';
    const reason = late ? `took longer than ${timeoutMs / 1000} s` : `failed: ${reasonOf(error as Error)}`;
    // Where a URL leads is no secret; what follows in it may be one.
    throw new HookError(`${name} (${hook.command?.[0] ?? URL.parse(hook.url ?? '')?.origin}) ${reason}`, {
      cause: error,
    });
  }
}

/** Of what broke a connection, `fetch` says no more than that it failed; why is in the cause. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return `it does not answer (${(cause as NodeJS.ErrnoException).code ?? cause.message})`;
}

async function post(url: string, body: string, timeoutMs: number): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`its answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (!response.ok) throw new Error(`it answered with ${response.status} ${text.slice(0, MAX_COMPLAINT)}`.trim());
  return text;
}

async function runProgram(program: string, args: readonly string[], input: string, timeoutMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, { stdio: 'pipe', detached: true });
  const endAll = () => endGroup(child);
  process.on('exit', endAll);
  let [output, complaint] = ['', ''];
  const end = (error: Error) => {
    endAll();
    // What has left the group may hold the pipes open.
    for (const stream of child.stdio) stream?.destroy();
    reject(error);
  };
  const timer = setTimeout(() => end(Object.assign(new Error(), { name: 'TimeoutError' })), timeoutMs);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (output.length > MAX_BYTES) end(new Error(`it says more than ${MAX_BYTES} bytes`));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(-MAX_COMPLAINT);
  });
  // A program that does not read its input may have closed it.
  child.stdin.on('error', () => undefined).end(input);
  child.on('error', reject);
  child.on('close', (code, signal) => {
    if (code === 0) resolve(output);
    else
      reject(
        new Error(`it ended with ${signal ?? `status ${code}`}${complaint === '' ? '' : `: ${complaint.trim()}`}`),
      );
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    process.off('exit', endAll);
  }
}

/** The program and what it has started: detached, it is the first of a process group. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended, or this system has none.
    child.kill('SIGKILL');
  }
}
