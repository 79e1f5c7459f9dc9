import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DEFECTS } from '../../conformance/faulty/index.ts';
import { packageSurface } from './package-surface.ts';
import { CORRECT, FAULTY, recordServer } from './record.ts';

/**
 * `npm run golden [-- --check] [name ...]`: records the results of the suite for several servers, or compares them
 * with the recorded results.
 */

const FOLDER = new URL('../../test/golden/', import.meta.url);
const TABLES: Readonly<Record<string, () => readonly string[]>> = {
  'faulty-servers': () => DEFECTS.map(({ name, breaks }) => `${name}: ${breaks.join(' ')}`),
  package: packageSurface,
};
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });

let differences = 0;
for (const name of positionals.length > 0 ? positionals : [...Object.keys(TABLES), ...CORRECT, ...FAULTY]) {
  const lines = (await TABLES[name]?.()) ?? (await recordServer(name));
  const file = fileURLToPath(new URL(`${name}.txt`, FOLDER));
  if (!values.check) {
    writeFileSync(file, `${lines.join('\n')}\n`);
    continue;
  }
  const recorded = readFileSync(file, 'utf8').trimEnd().split('\n');
  const missing = recorded.filter((line) => !lines.includes(line));
  const additional = lines.filter((line) => !recorded.includes(line));
  differences += missing.length + additional.length;
  process.stdout.write(`${name}: ${missing.length + additional.length === 0 ? 'equal' : 'differs'}\n`);
  for (const line of missing) process.stdout.write(`  - ${line.slice(0, 400)}\n`);
  for (const line of additional) process.stdout.write(`  + ${line.slice(0, 400)}\n`);
}
process.exitCode = differences === 0 ? 0 : 1;
