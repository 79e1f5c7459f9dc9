import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';
import { isObject } from '../../src/contract/json.ts';

const SCRIPT = new URL(`./thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/**
 * Limit of the young generation of the V8 heap, in MiB. Runs are not faster with a higher limit of the young
 * generation.
 */
const YOUNG_GENERATION_MIB = 24;
/**
 * Limit of the old generation of the V8 heap, in MiB: several times as much as a run with a large OpenAPI document
 * needs for a conforming target.
 */
const OLD_GENERATION_MIB = 1024;

/** A thread that was started in advance and waits for a run. */
let prepared: Worker | undefined;

/**
 * Starts the thread of the next run in advance, so that the thread loads the modules of the suite while the command
 * starts. A thread that no run uses does not keep the process alive.
 */
export function prepareThread(): void {
  if (prepared) return;
  const thread = startThread();
  // If the prepared thread fails, the next run starts a new thread. If the new thread fails, too, Vitest reports its
  // error.
  thread.once('error', () => {
    if (prepared === thread) prepared = undefined;
  });
  prepared = thread;
}

/** The thread of the current run; undefined between runs. */
let running: Worker | undefined;

/** Ends the thread of the current run, even if a case blocks the thread. */
export function endThread(): void {
  void running?.terminate();
}

/** The Vitest pool that runs the suite in the prepared thread, or in a new thread. */
export const suiteThreads: PoolRunnerInitializer = {
  name: 'suite-threads',
  createPoolWorker: () => new SuiteThread(),
};

type Callback = (...args: unknown[]) => void;

/** The answer of a thread to the request of Vitest to stop. */
const STOPPED = { type: 'stopped', __vitest_worker_response__: true };

class SuiteThread implements PoolWorker {
  readonly name = suiteThreads.name;
  readonly #thread: Worker;
  readonly #exited: Promise<unknown>;
  /** The listeners for messages, since Node.js removes them from a thread that ends. */
  readonly #receivers = new Set<Callback>();

  constructor() {
    this.#thread = prepared ?? startThread();
    prepared = undefined;
    this.#exited = new Promise((resolve) => this.#thread.once('exit', resolve));
  }

  async start(): Promise<void> {
    running = this.#thread;
    this.#thread.ref();
  }

  async stop(): Promise<void> {
    if (running === this.#thread) running = undefined;
    await this.#thread.terminate();
  }

  on(event: string, callback: Callback): void {
    this.#thread.on(event, callback);
    if (event === 'message') this.#receivers.add(callback);
  }

  off(event: string, callback: Callback): void {
    this.#thread.off(event, callback);
    this.#receivers.delete(callback);
  }

  send(message: unknown): void {
    this.#thread.postMessage(message);
    // `endThread` can end the thread before it answers the request to stop. Vitest would wait a minute for the answer.
    if (isObject(message) && message.type === 'stop') void this.#exited.then(() => this.#receive(STOPPED));
  }

  #receive(message: unknown): void {
    for (const callback of this.#receivers) callback(message);
  }

  deserialize(message: unknown): unknown {
    return message;
  }
}

function startThread(): Worker {
  const folder = getCompileCacheDir();
  const thread = new Worker(SCRIPT, {
    // The new thread uses the cache of compiled code and parsed YAML of this process, if there is one. `dirname`
    // removes the last folder of the path, since Node.js in the new thread adds the folder for its version again.
    workerData: folder === undefined ? undefined : dirname(folder),
    // Vitest also passes the option `--experimental-import-meta-resolve` of Node.js to the threads that it starts
    // itself.
    execArgv: ['--experimental-import-meta-resolve'],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB, maxOldGenerationSizeMb: OLD_GENERATION_MIB },
  });
  thread.unref();
  return thread;
}
