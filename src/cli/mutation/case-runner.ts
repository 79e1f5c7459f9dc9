import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type { InstrumenterContext, StrykerOptions } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { commonTokens, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import type * as suite from './case-suite.ts';
import type { CaseTest } from './case-test.ts';

/** In stryker.cases.config.mjs. */
interface Options {
  readonly cases: {
    /** What `npm run mutation:record` wrote. */
    readonly record: string;
    /** Of more tests than these that reach a mutant, so many are asked, from all parts of the suite. */
    readonly testsOfMutant: number;
  };
}

/** What the code with mutants in it shares with who runs it. */
type Instrumented = { -readonly [Name in keyof InstrumenterContext]: InstrumenterContext[Name] | undefined };

/**
 * Waiting with nothing to do, in milliseconds: servers and cases share this process, so that somebody would be busy if
 * an answer was to come. Time in which the machine has no processor for this process is not counted.
 */
const LONGEST_IDLE_MS = 8000;

/**
 * Runs the cases of the suite as tests in the process of Stryker's worker, which loads the suite once and switches
 * mutants: a mutant takes as long as the few requests that show it.
 */
class CaseRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options, commonTokens.logger);
  readonly #options: Options['cases'];
  readonly #log: Logger;
  readonly #instrumented: Instrumented;
  #tests: readonly CaseTest[] = [];
  #suite: typeof suite | undefined;

  constructor(options: StrykerOptions, log: Logger) {
    this.#log = log;
    this.#options = (options as unknown as Options).cases;
    const global = globalThis as { __stryker__?: Instrumented };
    global.__stryker__ ??= {};
    this.#instrumented = global.__stryker__;
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  /** The suite with the mutants in it is in the folder where the worker runs. */
  async init(): Promise<void> {
    this.#tests = JSON.parse(readFileSync(this.#options.record, 'utf8'));
    this.#suite = await import(pathToFileURL('src/cli/mutation/case-suite.ts').href);
  }

  /** A test that fails without a mutant is not asked: the code has moved on since it was recorded. */
  async dryRun(): Promise<DryRunResult> {
    const results = await this.#run(this.#tests, false);
    const { mutantCoverage } = this.#instrumented;
    for (const result of results) {
      if (result.status !== TestStatus.Failed) continue;
      this.#log.warn(`Left out, for it fails without a mutant: ${result.name} (${result.failureMessage})`);
      if (mutantCoverage) delete mutantCoverage.perTest[result.id];
    }
    const tests = results.filter(({ status }) => status === TestStatus.Success);
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const wanted = new Set(testFilter);
    const { nameOf } = this.#loaded();
    const tests = this.#tests.filter((test) => !testFilter || wanted.has(nameOf(test)));
    this.#instrumented.activeMutant = activeMutant.id;
    this.#instrumented.hitCount = hitLimit === undefined ? undefined : 0;
    this.#instrumented.hitLimit = hitLimit;
    try {
      const results = await this.#run(sample(tests, this.#options.testsOfMutant), true);
      const endless = determineHitLimitReached(this.#instrumented.hitCount, hitLimit);
      return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests: results });
    } catch (error) {
      if (error instanceof IdleError) return { status: MutantRunStatus.Timeout, reason: error.message };
      throw error;
    } finally {
      this.#instrumented.activeMutant = undefined;
    }
  }

  /** One after the other, so that each is known by what it reaches; `bail` ends with the first that fails. */
  async #run(tests: readonly CaseTest[], bail: boolean): Promise<TestResult[]> {
    const { nameOf, newProof, failureOf } = this.#loaded();
    const results: TestResult[] = [];
    const proof = newProof();
    for (const test of tests) {
      const id = nameOf(test);
      this.#instrumented.currentTestId = id;
      const start = performance.now();
      const judge = () => settled(() => failureOf(proof, test));
      // What fails once only was the machine: some servers are found by what comes at the same time.
      const failureMessage = (await judge()) && (await judge());
      this.#instrumented.currentTestId = undefined;
      const known = { id, name: id, timeSpentMs: performance.now() - start };
      results.push(
        failureMessage === undefined
          ? { ...known, status: TestStatus.Success }
          : { ...known, status: TestStatus.Failed, failureMessage },
      );
      if (bail && failureMessage !== undefined) break;
    }
    return results;
  }

  #loaded(): typeof suite {
    if (!this.#suite) throw new Error('The runner was not started.');
    return this.#suite;
  }
}

class IdleError extends Error {}

/** What the work says, what it throws, now or behind its back, or that nothing more happens. @throws IdleError */
function settled(work: () => Promise<string | undefined>): Promise<string | undefined> {
  const start = performance.eventLoopUtilization();
  return new Promise<string | undefined>((resolve, reject) => {
    const thrown = (error: unknown) => finish(() => resolve(error instanceof Error ? error.message : String(error)));
    const watch = setInterval(() => {
      const { idle } = performance.eventLoopUtilization(start);
      if (idle > LONGEST_IDLE_MS) finish(() => reject(new IdleError(`nothing happened for ${LONGEST_IDLE_MS} ms`)));
    }, 1000);
    const finish = (act: () => void) => {
      clearInterval(watch);
      process.off('uncaughtException', thrown).off('unhandledRejection', thrown);
      act();
    };
    process.on('uncaughtException', thrown).on('unhandledRejection', thrown);
    work().then((said) => finish(() => resolve(said)), thrown);
  });
}

/** At most so many: of each server one, then of each a second one, and so on; the correct one counts once for each group. */
function sample(tests: readonly CaseTest[], most: number): CaseTest[] {
  const byServer = [...Map.groupBy(tests, ({ defect, group }) => defect ?? group).values()];
  const rounds = Array.from({ length: Math.max(0, ...byServer.map(({ length }) => length)) }, (_, round) =>
    byServer.flatMap((ofServer) => ofServer[round] ?? []),
  );
  const chosen: CaseTest[] = [];
  for (const round of rounds) {
    const stride = Math.max(1, round.length / (most - chosen.length));
    chosen.push(...round.filter((_, index) => Math.floor(index / stride) !== Math.floor((index - 1) / stride)));
    if (chosen.length >= most) break;
  }
  return chosen.slice(0, most);
}

export const strykerPlugins = [{ kind: PluginKind.TestRunner, name: 'cases', injectableClass: CaseRunner }];

export const strykerValidationSchema = {
  properties: {
    cases: {
      type: 'object',
      required: ['record', 'testsOfMutant'],
      properties: { record: { type: 'string' }, testsOfMutant: { type: 'integer' } },
    },
  },
};
