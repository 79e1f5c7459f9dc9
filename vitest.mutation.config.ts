import { defineConfig } from 'vitest/config';

/** Configuration of the tests that judge mutants: quick tests in the process of the mutant. */
export default defineConfig({
  test: {
    include: ['src/contract/**/*.test.ts', 'spec/requirements.test.ts', 'mock/{strict,document-driven}.test.ts'],
    testTimeout: 120_000,
    pool: 'threads',
    isolate: false,
  },
});
