import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { REQUIREMENTS_FILE } from '../../../contract/project-files.ts';
import { loadRequirements } from '../../../contract/requirements.ts';

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');
}

const trust = /^Why trust it\?.*$/m.exec(read('README.md'))?.[0];

test('the README says of how many requirements it is proven that their checks can fail', () => {
  const [, proven] = /the checks of (\d+) requirements can fail/.exec(read('docs/proof/faulty-servers.md')) ?? [];
  const all = loadRequirements(REQUIREMENTS_FILE).length;
  expect(trust).toContain(`${proven} of the ${all} requirements`);
});

test('the README has the scores of mutation testing that its page has', () => {
  const page = read('docs/proof/mutation-testing.md');
  const score = (part: string) => new RegExp(`^\\| ${part} \\|.* ([\\d.]+ %) \\|$`, 'm').exec(page)?.[1];
  expect(trust).toContain(`${score('all')} of all mutants that were judged`);
  expect(trust).toContain(`${score('src/contract')} of those of its core`);
});
