/** Configuration of `npm run mutation`: mutants of src/contract, judged by its unit tests. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: ['src/contract/**/*.ts', '!**/*.test.ts'],
  coverageAnalysis: 'perTest',
  // Mutants of code that runs only while a file is loaded are ignored, since each of these mutants would require all
  // tests.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 1,
  // The timeout is long, since it only ends mutants that hang, and the machine may be busy.
  timeoutMS: 30_000,
  // The mutants are in a folder of reports/, which git, Biome, vitest and the package ignore.
  tempDirName: 'reports/mutation/sandbox',
  ignorePatterns: ['dist', 'reports', 'coverage', 'examples'],
};
