import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, ConfigurationError, type TargetConfiguration } from '../../conformance/index.ts';
import { connectionOf, type Environment } from './connection.ts';
import { endGroup } from './hook.ts';

const DEFAULT_TIMEOUT_SECONDS = 60;
const CHECK_MS = 100;
const RESPONSE_TIMEOUT_MS = 2000;
/** Time in milliseconds between SIGTERM and SIGKILL, in which the process group can end by itself. */
const GRACE_MS = 5000;
/** Maximum length of the quoted output, in characters. */
const MAX_QUOTED = 1000;

interface StartOptions {
  readonly env: Environment;
  /** True if the run judges a target that already responds at the URL; false if such a target is an error. */
  readonly reuses: boolean;
  readonly onNotice: (message: string) => void;
}

/**
 * Starts the target by the command `start` of its configuration, and waits until the target is ready. Disposal of the
 * returned object ends the process group of the command.
 *
 * @returns undefined if the configuration has no command, or if a target runs already and `reuses` is true
 * @throws ConfigurationError if the command ends early or takes too long, or if a target runs already and `reuses` is
 * false
 */
export async function startTarget(
  baseUrl: string | undefined,
  configuration: TargetConfiguration,
  { env, reuses, onNotice }: StartOptions,
): Promise<AsyncDisposable | undefined> {
  const { start, ready, startTimeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = configuration;
  if (start === undefined) return undefined;
  const url = ready ?? baseUrl;
  if (url === undefined) throw new ConfigurationError('`start` requires a base URL. Add baseUrl to the configuration.');
  const isReady = () => responds(url, ready !== undefined, configuration, env);
  if (await isReady()) {
    if (!reuses)
      throw new ConfigurationError(
        `${url} responds already, before \`start\` runs. Stop the process that listens at this URL.`,
      );
    onNotice(`${url} responds already, so the run does not start \`${start}\`.`);
    return undefined;
  }
  const process = startGroup(start);
  try {
    const end = performance.now() + startTimeoutSeconds * 1000;
    while (!(await isReady())) {
      if (process.ending() !== undefined)
        throw new ConfigurationError(`\`start\` (${start}) ended with ${process.ending()}${process.output()}`);
      if (performance.now() > end)
        throw new ConfigurationError(
          `\`start\` (${start}): ${url} is not ready after ${startTimeoutSeconds} s. Check \`ready\`, or increase startTimeoutSeconds${process.output()}`,
        );
      await sleep(CHECK_MS);
    }
  } catch (error) {
    await process[Symbol.asyncDispose]();
    throw error;
  }
  return process;
}

/**
 * True if a request to the URL gets a response. @param isStrict true if a response with an error status, except 401 and
 * 403, does not count
 */
async function responds(
  url: string,
  isStrict: boolean,
  configuration: TargetConfiguration,
  env: Environment,
): Promise<boolean> {
  const { origin, pathname, search } = new URL(url);
  const client = new Client({
    ...connectionOf(origin, configuration, env),
    ...{ baseUrl: origin, apiKey: '', fixtures: {}, presumed: true, runId: '', timeoutMs: RESPONSE_TIMEOUT_MS },
  });
  try {
    const { status } = await client.sendOnce({ method: 'GET', path: pathname + search, headers: {} });
    return !isStrict || status < 400 || status === 401 || status === 403;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

interface ProcessGroup extends AsyncDisposable {
  /** Text with the status or signal with which the command ended; undefined while the command runs. */
  readonly ending: () => string | undefined;
  /** Last characters of the output of the command, for a message. */
  readonly output: () => string;
}

/**
 * Starts a command in a process group of its own. The process group of the command ends when the process of the suite
 * ends, even if SIGKILL ends the process of the suite.
 */
function startGroup(command: string): ProcessGroup {
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const guard = guardOf(child);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let [ending, output] = [undefined as string | undefined, ''];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_QUOTED);
    });
  child.on('error', ({ message }) => {
    ending = message;
    resolve();
  });
  child.on('exit', (code, signal) => {
    ending = signal ?? `status ${code}`;
    resolve();
  });
  const endAll = () => endGroup(child);
  process.on('exit', endAll);
  return {
    ending: () => ending,
    output: () => (output.trim() === '' ? '.' : `. Its output:\n${output.trim()}`),
    [Symbol.asyncDispose]: async () => {
      const { pid } = child;
      try {
        if (pid !== undefined && ending === undefined) process.kill(-pid, 'SIGTERM');
      } catch {
        // This system has no process groups.
      }
      await Promise.race([closed, sleep(GRACE_MS, undefined, { ref: false })]);
      // The process of the start command has ended, or the grace period is over; SIGKILL ends the child processes that
      // still run.
      endAll();
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      process.off('exit', endAll);
      guard?.kill();
    },
  };
}

/**
 * Guard process that kills the process group of the target when the process of the suite ends, even by SIGKILL. The
 * guard process waits for the end of its own standard input, which ends together with the process of the suite.
 */
function guardOf({ pid }: ChildProcess): ChildProcess | undefined {
  if (pid === undefined || process.platform === 'win32') return undefined;
  const guard = spawn('sh', ['-c', 'cat >/dev/null; kill -s KILL -- "-$1" 2>/dev/null', 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined).unref();
  guard.stdin?.on('error', () => undefined);
  return guard;
}
