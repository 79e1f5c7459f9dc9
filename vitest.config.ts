import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that wait for other processes or for time. Slow test files start first, so that no worker runs a slow file
 * alone at the end.
 */
const LONG = [
  /\.browser\.test\.ts$/,
  /\/test\/(?:cli|canary|mock-stop|conform\/.+|report\/merge|second-service\/suite)\.test\.ts$/,
  /\/(?:connection\/client|stores\/data-file|mock\/replicas)\.test\.ts$/,
];
const isLong = ({ moduleId }: TestSpecification) => LONG.some((files) => files.test(moduleId));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

export default defineConfig({
  test: {
    include: ['{spec,src,mock,conformance,tools,test}/**/*.test.ts'],
    globalSetup: ['./test/helpers/temporary-folder.ts', './test/helpers/postgres/shared-postgres.ts'],
    // The timeout is long, since it only ends tests that hang, and the machine may be busy.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Tests that run a command of this project in the process of the test change the working folder of this process; a
    // worker thread cannot change the working folder.
    pool: 'forks',
    env: { NO_COLOR: '1' },
    // Number of workers: one more than the number of cores, since many tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    // The test files of a worker share the loaded modules, since the modules have no state of their own.
    isolate: false,
    sequence: { sequencer: LongFirst },
  },
});
