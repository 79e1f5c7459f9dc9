import { globSync, readFileSync } from 'node:fs';
import { mutationTable, unmeasured } from './mutation-table.ts';

/** `npm run mutation:table`: what the runs of `npm run mutation` have found so far, as docs/proof/mutation-testing.md has it. */

interface StrykerConfiguration {
  readonly mutate: readonly string[];
  readonly incrementalFile: string;
}

const configuration = new URL('../../../stryker.config.mjs', import.meta.url);
const { mutate, incrementalFile } = (await import(configuration.href)).default as StrykerConfiguration;
const files = globSync(
  mutate.filter((pattern) => !pattern.startsWith('!')),
  { exclude: mutate.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)) },
);
const report = JSON.parse(readFileSync(incrementalFile, 'utf8'));
process.stdout.write(`${mutationTable(report, files.toSorted())}\n`);
const missing = unmeasured(report, files);
if (missing.length > 0) process.stdout.write(`\nNot measured: ${missing.toSorted().join(', ')}\n`);
