/** `npm run mutation`: mutants of the code that every part stands on, judged by its unit tests. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: ['src/contract/**/*.ts', '!**/*.test.ts'],
  coverageAnalysis: 'perTest',
  // What runs while a file is loaded, and never in a test, would take every test for every mutant.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 1,
  // Only to end what hangs: a machine may be busy.
  timeoutMS: 30_000,
  // reports/ is nobody's source: not git's, Biome's, vitest's or the package's.
  tempDirName: 'reports/mutation/sandbox',
  ignorePatterns: ['dist', 'reports', 'coverage', 'examples'],
};
