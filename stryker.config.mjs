/** `npm run mutation`: what docs/proof/mutation-testing.md tells of. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: [
    'src/contract/**/*.ts',
    'conformance/**/*.ts',
    '!**/*.{test,fixture,suite}.ts',
    '!src/contract/generated/**',
    '!conformance/{correct,faulty}/**',
  ],
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
