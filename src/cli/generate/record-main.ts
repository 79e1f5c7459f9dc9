import { readFileSync, writeFileSync } from 'node:fs';
import { suiteCases } from '../../../conformance/suite/cases.ts';
import { preflight } from '../../../conformance/suite/preflight.ts';
import { Contract } from '../../contract/contract.ts';
import { loadDocument } from '../../contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../contract/project-files.ts';
import { loadRequirements } from '../../contract/requirements.ts';
import { recordExample } from './requirements/record-example.ts';
import { EXAMPLES_FILE, type RecordedExample } from './requirements/recorded-example.ts';

/**
 * `npm run generate:examples [-- D42 …]`: records, for each rule or the named ones, a case that passes and fails.
 *
 * What is recorded depends on servers that run, so it is no part of `npm run generate`.
 */

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const requirements = loadRequirements(REQUIREMENTS_FILE);
const names = process.argv.slice(2);
const cases = [preflight, ...suiteCases(contract)];
const known =
  names.length === 0 ? {} : (JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Record<string, RecordedExample>);
const recorded = new Map<string, RecordedExample>();
const queue = requirements.filter(({ excluded }) => excluded === undefined).values();
async function work(): Promise<void> {
  for (const { id } of queue) {
    const wanted = names.length === 0 || names.includes(id);
    const example = wanted ? await recordExample(contract, requirements, cases, id) : known[id];
    if (example) recorded.set(id, example);
    if (wanted)
      process.stdout.write(`${id} ${example ? `${example.case} (${example.fails?.server ?? 'passes'})` : '–'}\n`);
  }
}
await Promise.all([work(), work()]);
const examples = Object.fromEntries(
  requirements.flatMap(({ id }) => (recorded.has(id) ? [[id, recorded.get(id)]] : [])),
);
writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
