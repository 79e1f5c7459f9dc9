import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, Vitest } from 'vitest/node';
import { isObject } from '../../src/contract/json.ts';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import { ConfigurationError } from '../connection/configuration.ts';
import { type Target, UnreachableError } from '../connection/target.ts';
import { PAUSE_LIMITS } from '../connection/throttle.ts';
import type { Selection } from '../engine/runner/selection.ts';
import { endThread, suiteThreads } from './suite-thread.ts';

/** The input of a run, as plain data for the worker that runs the suite. */
export interface SuiteInput {
  readonly target: Target;
  /** Path of the OpenAPI document of the contract. */
  readonly spec: string;
  /** URL of the module that exports the rule packs (`packs`); `conformance/packs.ts` if absent. */
  readonly packs?: string;
  /**
   * True if the OpenAPI document was validated before the run, so that the run does not validate the document again.
   */
  readonly trusted: boolean;
  /** All cases if absent. */
  readonly selection?: Selection;
  /** True if the case records keep every exchange, including secrets. */
  readonly keepsTraffic?: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    suite: SuiteInput;
  }
  interface TaskMeta {
    record?: CaseRecord;
  }
}

/** Error of the suite itself, which prevents a judgement about the target. */
export class SuiteFault extends Error {
  override readonly name = 'SuiteFault';
}

export interface SuiteOptions {
  /** Called after each case. */
  readonly onCase?: (record: CaseRecord) => void;
  /** The number of cases that run concurrently; 8 if absent. */
  readonly concurrency?: number;
  /** Ends the run early: no further case begins, and the cases in progress have two seconds to end. */
  readonly signal?: AbortSignal;
}

/** Runs the cases of a run against its target. @throws UnreachableError, SuiteFault */
export type RunSuite = (input: SuiteInput, options?: SuiteOptions) => Promise<readonly CaseRecord[]>;

/**
 * The timeout of a case, as a multiple of the timeout of one response: much longer than any case needs, even with a
 * slow target.
 */
const CASE_TIMEOUT = 200;
/** The additional timeout for each generated value of an exploration, as a multiple of the timeout of one response. */
const RUN_TIMEOUT = 50;
/** The longest delay in milliseconds that a timer of Node.js supports. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/**
 * The time in milliseconds that the cases in progress have to end after the signal that aborts the run. After this
 * time, the suite ends the thread, since a case can block the thread for ever.
 */
const GRACE_MS = 2000;

/**
 * Runs the selected cases against the target with Vitest. Returns the records of the cases.
 *
 * @throws ConfigurationError if vitest is not installed
 * @throws UnreachableError if the target disappears
 * @throws SuiteFault if a case throws an error that shows a fault of the suite
 */
export async function runSuite(input: SuiteInput, options: SuiteOptions = {}): Promise<CaseRecord[]> {
  const { startVitest } = await loadVitest();
  const collector = new Collector(options);
  const { exitCode } = process;
  if (options.signal) process.on('newListener', removeSignalListener);
  const vitest = await startVitest('test', [], {
    root: fileURLToPath(new URL('.', import.meta.url)),
    config: false,
    include: ['contract.suite.{ts,js}'],
    // The suite may be installed in node_modules, which Vitest excludes by default.
    exclude: [],
    watch: false,
    cache: false,
    pool: suiteThreads,
    isolate: false,
    fileParallelism: false,
    maxConcurrency: options.concurrency ?? 8,
    testTimeout: timeoutOf(input),
    reporters: [collector],
    // Node.js instead of Vitest loads the modules of the suite, which is possible since the suite mocks no module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    provide: { suite: input },
  }).finally(() => process.off('newListener', removeSignalListener));
  await vitest.close();
  // vitest sets the exit code for a broken rule; the command sets its own.
  process.exitCode = exitCode;
  return collector.result();
}

/**
 * Removes a listener for SIGINT or SIGTERM immediately after Vitest has added the listener. With its listeners, Vitest
 * would end this process after a signal, but the caller of the run decides when the process ends.
 */
function removeSignalListener(name: string | symbol, listener: () => void): void {
  if (name === 'SIGINT' || name === 'SIGTERM') queueMicrotask(() => process.off(name, listener));
}

async function loadVitest(): Promise<typeof import('vitest/node')> {
  try {
    return await import('vitest/node');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message =
      'A complete run requires vitest, which is not installed. Install it with: npm install --save-dev vitest';
    throw new ConfigurationError(message, { cause: error });
  }
}

function timeoutOf({ target, selection }: SuiteInput): number {
  const answers = CASE_TIMEOUT + RUN_TIMEOUT * (selection?.exploration?.runs ?? 0);
  return Math.min(LONGEST_TIMEOUT_MS, answers * Math.max(target.timeoutMs, PAUSE_LIMITS.pauseMs));
}

/** An error from the thread in which the suite runs, or an error of Vitest about this thread. */
interface Thrown {
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function textOf({ message, stack, cause }: Thrown): string {
  const because = isObject(cause) ? `\nCaused by: ${textOf(cause as unknown as Thrown)}` : '';
  return `${stack ?? message}${because}`;
}

class Collector implements Reporter {
  readonly #records: CaseRecord[] = [];
  /**
   * IDs of the tests that have a result. The collector ignores a second result of a test, since Vitest reports a failed
   * test again when a run is cancelled.
   */
  readonly #ended = new Set<string>();
  readonly #onCase: ((record: CaseRecord) => void) | undefined;
  readonly #signal: AbortSignal | undefined;
  #vitest: Vitest | undefined;
  #unreachable: string | undefined;
  #ending: NodeJS.Timeout | undefined;
  /**
   * True after the collector has ended the thread because its cases did not end in time. Vitest then reports an error
   * about the thread, which the collector ignores.
   */
  #isForced = false;
  readonly #faults: string[] = [];

  constructor({ onCase, signal }: SuiteOptions) {
    this.#onCase = onCase;
    this.#signal = signal;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#signal?.addEventListener('abort', () => this.#end(vitest), { once: true });
  }

  onTestRunStart(): void {
    // The caller can abort the run (`signal`) before Vitest has started.
    if (this.#vitest && this.#signal?.aborted) this.#end(this.#vitest);
  }

  #end(vitest: Vitest): void {
    if (this.#ending) return;
    void vitest.cancelCurrentRun('keyboard-input');
    this.#ending = setTimeout(() => {
      this.#isForced = true;
      endThread();
    }, GRACE_MS);
  }

  onTestCaseResult(testCase: TestCase): void {
    if (this.#ended.has(testCase.id)) return;
    this.#ended.add(testCase.id);
    const { record } = testCase.meta();
    if (record) {
      this.#records.push(record);
      this.#onCase?.(record);
      return;
    }
    for (const { name, message, stack } of testCase.result().errors ?? []) {
      if (name === UnreachableError.name) this.#unreachable ??= message;
      else this.#faults.push(`${testCase.name}: ${stack ?? message}`);
    }
  }

  onTestRunEnd(modules: readonly { errors(): readonly Thrown[] }[], errors: readonly Thrown[]): void {
    for (const thrown of [...modules.flatMap((module) => module.errors()), ...errors])
      this.#faults.push(textOf(thrown));
  }

  result(): CaseRecord[] {
    clearTimeout(this.#ending);
    if (this.#isForced) return this.#records;
    if (this.#unreachable !== undefined) throw new UnreachableError(this.#unreachable);
    if (this.#faults.length > 0) throw new SuiteFault(this.#faults.slice(0, 3).join('\n'));
    if (this.#records.length === 0 && !this.#signal?.aborted) throw new SuiteFault('no case ran');
    return this.#records;
  }
}
