import { type ChildProcess, spawn } from 'node:child_process';
import type { HookConfiguration } from '../../conformance/index.ts';
import { secretHider } from '../contract/hide-secrets.ts';

/**
 * Error of a failed `provision` or `cleanup` hook. The message of the error is one sentence, and may quote the output
 * of the hook.
 */
export class HookError extends Error {
  override readonly name = 'HookError';
}

const DEFAULT_TIMEOUT_SECONDS = 60;
const MAX_BYTES = 2 ** 20;
/**
 * Maximum number of output characters that a message quotes: the first characters of a response, or the last characters
 * of standard error.
 */
const MAX_QUOTED = 500;

/**
 * Runs a hook: passes the input as JSON (standard input of a command, or body of a POST) and returns the output.
 *
 * @throws HookError if the hook fails, takes too long or writes too much
 */
export async function callHook(name: string, hook: HookConfiguration, input: unknown): Promise<string> {
  const timeoutMs = (hook.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  const json = JSON.stringify(input);
  try {
    if (hook.url !== undefined) return await post(hook.url, json, timeoutMs);
    const [program = '', ...args] = hook.command ?? [];
    return await runProgram(program, args, json, timeoutMs);
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError';
    const reason = isTimeout ? `took longer than ${timeoutMs / 1000} s` : `failed: ${reasonOf(error as Error)}`;
    // The message shows only the origin of the URL, since the path and the query may contain a secret.
    const message = `${name} (${hook.command?.[0] ?? URL.parse(hook.url ?? '')?.origin}) ${reason}`;
    throw new HookError(hook.url === undefined ? message : withoutSecretsOf(hook.url, message), { cause: error });
  }
}

/** Message of an error. The details of a connection error of `fetch` are only in the property `cause`. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return `there is no response (${(cause as NodeJS.ErrnoException).code ?? cause.message})`;
}

const MIN_SECRET = 4;

/**
 * Hides the credentials, the path and the query of a hook's URL in a text, since a response or an error may repeat
 * them.
 */
function withoutSecretsOf(url: string, text: string): string {
  const { username, password, pathname, search, searchParams, href } = new URL(url);
  const secrets = [
    href,
    url,
    username,
    password,
    decodeURIComponent(password),
    basicCredentials(new URL(url)),
    pathname,
    search,
    ...searchParams.values(),
  ];
  const long = secrets.filter(({ length }) => length >= MIN_SECRET);
  return secretHider(long, '(hook URL)')(text);
}

/** Moves the credentials of a URL into the header `Authorization`, since `fetch` rejects a URL with credentials. */
function withBasicAuthentication(given: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(given);
  const credentials = basicCredentials(url);
  [url.username, url.password] = ['', ''];
  return { url, headers: credentials === '' ? {} : { Authorization: `Basic ${credentials}` } };
}

/**
 * User name and password of a URL, encoded for the header `Authorization` (RFC 7617 §2); an empty string for a URL
 * without credentials.
 */
function basicCredentials({ username, password }: URL): string {
  if (username === '' && password === '') return '';
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
}

async function post(given: string, body: string, timeoutMs: number): Promise<string> {
  const { url, headers } = withBasicAuthentication(given);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`the response has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (!response.ok) throw new Error(`the response is ${response.status} ${text.slice(0, MAX_QUOTED)}`.trim());
  return text;
}

async function runProgram(program: string, args: readonly string[], input: string, timeoutMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, { stdio: 'pipe', detached: true });
  const endAll = () => endGroup(child);
  process.on('exit', endAll);
  let [output, errorOutput] = ['', ''];
  const end = (error: Error) => {
    endAll();
    // The suite closes its ends of the pipes to the hook: a child process that has left the process group of the hook
    // could keep the pipes open.
    for (const stream of child.stdio) stream?.destroy();
    reject(error);
  };
  const timer = setTimeout(() => end(Object.assign(new Error(), { name: 'TimeoutError' })), timeoutMs);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (output.length > MAX_BYTES) end(new Error(`the output has more than ${MAX_BYTES} bytes`));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errorOutput = (errorOutput + chunk).slice(-MAX_QUOTED);
  });
  // Errors of the standard input of the hook are ignored, since a hook that does not read its standard input may have
  // closed it.
  child.stdin.on('error', () => undefined).end(input);
  child.on('error', reject);
  child.on('close', (code, signal) => {
    if (code === 0) resolve(output);
    else
      reject(
        new Error(`it ended with ${signal ?? `status ${code}`}${errorOutput === '' ? '' : `: ${errorOutput.trim()}`}`),
      );
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    process.off('exit', endAll);
  }
}

/**
 * Ends the program of a hook and its child processes. The program of a hook is detached, so it leads a process group of
 * its own.
 */
export function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // An error of `process.kill` means that the process group has ended, or that the operating system has no process
    // groups.
    child.kill('SIGKILL');
  }
}
