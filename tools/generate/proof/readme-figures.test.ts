import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadRequirements } from '../../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../../src/project.ts';

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
}

const trust = /^Why trust it\?.*$/m.exec(read('README.md'))?.[0];

test('the README says of how many requirements it is proven that their checks can fail', () => {
  const [, proven] = /the checks of (\d+) requirements can fail/.exec(read('docs/proof/faulty-servers.md')) ?? [];
  const all = loadRequirements(REQUIREMENTS_FILE).length;
  expect(trust).toContain(`${proven} of the ${all} requirements`);
});
