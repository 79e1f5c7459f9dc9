import { defineConfig } from 'vitest/config';

/** The vitest of a team, for library.test.ts. */
export default defineConfig({ test: { root: import.meta.dirname, include: ['*.suite.ts'] } });
