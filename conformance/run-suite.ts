import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase } from 'vitest/node';
import type { CaseRecord } from './suite/case.ts';
import type { Selection } from './suite/selection.ts';
import { type Target, UnreachableError } from './target/target.ts';
import { PATIENCE } from './target/throttle.ts';

/** What the suite needs to know: plain data, handed to the worker that runs it. */
export interface SuiteInput {
  readonly target: Target;
  /** Paths of the OpenAPI document and of the requirements. */
  readonly spec: string;
  readonly requirements: string;
  /** Whether the document was validated before. */
  readonly trusted: boolean;
  /** All cases when absent. */
  readonly selection?: Selection;
}

declare module 'vitest' {
  interface ProvidedContext {
    suite: SuiteInput;
  }
  interface TaskMeta {
    record?: CaseRecord;
  }
}

/** The suite itself failed: nothing can be said of the target. */
export class SuiteFault extends Error {
  override readonly name = 'SuiteFault';
}

export interface SuiteOptions {
  /** Called after each case. */
  readonly onCase?: (record: CaseRecord) => void;
  /** Cases at a time; 8 when absent. */
  readonly concurrency?: number;
}

/** In answers: far more than any case waits for, one after the other. A slow target is no fault of the suite. */
const CASE_TIMEOUT = 200;

/**
 * Runs every case against the target, in vitest.
 *
 * @throws UnreachableError when the target goes away
 * @throws SuiteFault when a case fails for a reason of its own
 */
export async function runSuite(input: SuiteInput, options: SuiteOptions = {}): Promise<CaseRecord[]> {
  const { startVitest } = await import('vitest/node');
  const collector = new Collector(options.onCase);
  const { exitCode } = process;
  const vitest = await startVitest('test', [], {
    root: fileURLToPath(new URL('.', import.meta.url)),
    config: false,
    include: ['suite/contract.suite.{ts,js}'],
    // The suite may itself be installed in node_modules, which vitest leaves out by default.
    exclude: [],
    watch: false,
    cache: false,
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    maxConcurrency: options.concurrency ?? 8,
    testTimeout: CASE_TIMEOUT * Math.max(input.target.timeoutMs, PATIENCE.pauseMs),
    reporters: [collector],
    provide: { suite: input },
  });
  await vitest.close();
  // vitest counts a broken rule as an error of this process; the verdict is ours.
  process.exitCode = exitCode;
  return collector.result();
}

class Collector implements Reporter {
  readonly #records: CaseRecord[] = [];
  readonly #onCase: ((record: CaseRecord) => void) | undefined;
  #unreachable: string | undefined;
  readonly #faults: string[] = [];

  constructor(onCase: ((record: CaseRecord) => void) | undefined) {
    this.#onCase = onCase;
  }

  onTestCaseResult(testCase: TestCase): void {
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

  onTestRunEnd(
    modules: readonly { errors(): readonly { message: string; stack?: string }[] }[],
    errors: readonly { message: string; stack?: string }[],
  ): void {
    for (const { message, stack } of [...modules.flatMap((module) => module.errors()), ...errors]) {
      this.#faults.push(stack ?? message);
    }
  }

  result(): CaseRecord[] {
    if (this.#unreachable !== undefined) throw new UnreachableError(this.#unreachable);
    if (this.#faults.length > 0) throw new SuiteFault(this.#faults.slice(0, 3).join('\n'));
    if (this.#records.length === 0) throw new SuiteFault('no case was run');
    return this.#records;
  }
}
