import { existsSync, globSync, readFileSync } from 'node:fs';
import { merged, mutationTable, unmeasured } from './mutation-table.ts';

/** `npm run mutation:table`: what `npm run mutation` and `mutation:cases` found, as docs/proof/mutation-testing.md has it. */

interface StrykerConfiguration {
  readonly mutate: readonly string[];
  readonly incrementalFile: string;
}

const unitTests = await configuration('stryker.config.mjs');
const cases = await configuration('stryker.cases.config.mjs');
const { mutate } = unitTests;
const files = globSync(
  mutate.filter((pattern) => !pattern.startsWith('!')),
  { exclude: mutate.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)) },
);
const results = [unitTests, cases].map(({ incrementalFile }) => incrementalFile).filter((file) => existsSync(file));
const report = merged(results.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
process.stdout.write(`${mutationTable(report, files.toSorted())}\n`);
const missing = unmeasured(report, files);
if (missing.length > 0) process.stdout.write(`\nNot measured: ${missing.toSorted().join(', ')}\n`);

async function configuration(name: string): Promise<StrykerConfiguration> {
  return (await import(new URL(`../../../${name}`, import.meta.url).href)).default;
}
