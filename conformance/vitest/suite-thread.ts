import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';

const SCRIPT = new URL(`./thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/** One that has been started, and waits for a run. */
let prepared: Worker | undefined;

/**
 * Starts the thread of the next run: it loads what the cases need while this thread still loads what the command
 * needs. A thread that no run takes does not keep the program from ending.
 */
export function prepareThread(): void {
  if (prepared) return;
  const thread = startThread();
  // A run has vitest tell what is wrong with a thread: it starts one of its own.
  thread.once('error', () => {
    if (prepared === thread) prepared = undefined;
  });
  prepared = thread;
}

/** Has vitest run the suite in a thread that may have been prepared. */
export const suiteThreads: PoolRunnerInitializer = {
  name: 'suite-threads',
  createPoolWorker: () => new SuiteThread(),
};

class SuiteThread implements PoolWorker {
  readonly name = suiteThreads.name;
  readonly #thread: Worker;

  constructor() {
    this.#thread = prepared ?? startThread();
    prepared = undefined;
  }

  async start(): Promise<void> {
    this.#thread.ref();
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  on(event: string, callback: (...args: unknown[]) => void): void {
    this.#thread.on(event, callback);
  }

  off(event: string, callback: (...args: unknown[]) => void): void {
    this.#thread.off(event, callback);
  }

  send(message: unknown): void {
    this.#thread.postMessage(message);
  }

  deserialize(message: unknown): unknown {
    return message;
  }
}

function startThread(): Worker {
  const folder = getCompileCacheDir();
  const thread = new Worker(SCRIPT, {
    // The same cache of compiled code and parsed YAML, where there is one: Node adds a folder for its version.
    workerData: folder === undefined ? undefined : dirname(folder),
    // As vitest starts its own threads.
    execArgv: ['--experimental-import-meta-resolve'],
  });
  thread.unref();
  return thread;
}
