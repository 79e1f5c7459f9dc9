import unitTests from './stryker.config.mjs';

const { vitest: _, ...shared } = unitTests;

/** `npm run mutation:correct`: mutants of the second correct server, each judged by a run of the suite. */
export default {
  ...shared,
  testRunner: 'command',
  plugins: [],
  commandRunner: { command: 'node src/cli/mutation/judge-correct.ts' },
  coverageAnalysis: 'off',
  ignoreStatic: false,
  mutate: ['conformance/correct/*.ts'],
  incrementalFile: 'reports/mutation/correct-incremental.json',
  jsonReporter: { fileName: 'reports/mutation/correct-mutation.json' },
};
