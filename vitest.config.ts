import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begun first, so that none is left for the end, when the other workers are done: they wait for other processes, or for
 * time.
 */
const LONG = [
  /\.browser\.test\.ts$/,
  /\/test\/(?:cli|canary|mock-stop|conform\/.+|report\/merge|second-service\/suite)\.test\.ts$/,
  /\/(?:connection\/client|stores\/data-file)\.test\.ts$/,
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
    globalSetup: './test/helpers/temporary-folder.ts',
    // Only to end what hangs: a machine may be busy.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Commands that tests run in the process change its working folder, which a thread cannot.
    pool: 'forks',
    env: { NO_COLOR: '1' },
    // One more than there are cores: many tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    // Modules have no state of their own, so that the files of a worker can share them.
    isolate: false,
    sequence: { sequencer: LongFirst },
  },
});
