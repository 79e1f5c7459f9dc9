import { fileURLToPath } from 'node:url';
import unitTests from './stryker.config.mjs';

const { vitest: _, mutate, ...shared } = unitTests;

/** `npm run mutation:cases`: mutants of what the cases are made of, judged by the cases themselves. */
export default {
  ...shared,
  testRunner: 'cases',
  plugins: ['./src/cli/mutation/case-runner.ts'],
  cases: {
    record: fileURLToPath(new URL('reports/mutation/cases.json', import.meta.url)),
    testsOfMutant: 100,
  },
  mutate: mutate.filter((pattern) => !pattern.startsWith('src/contract')),
  incrementalFile: 'reports/mutation/cases-incremental.json',
  jsonReporter: { fileName: 'reports/mutation/cases-mutation.json' },
  // Only to end what spins: the runner itself notices where nothing happens any more.
  timeoutMS: 120_000,
};
