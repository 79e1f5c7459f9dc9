import { expect, test } from 'vitest';
import { loadRequirements } from '../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../src/project.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);

test('gives each requirement a unique ID', () => {
  const ids = requirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(requirements)(
  'contains all required fields in the requirement $id',
  ({ id, title, text, level, basis, clause, excluded }) => {
    expect(id).toMatch(/^[DS]\d\d$/);
    expect([title, text].every((value) => value.length > 0)).toBe(true);
    expect(['MUST', 'SHOULD', 'MAY']).toContain(level);
    expect(['documented', 'corrected', 'decided']).toContain(basis);
    if (basis !== 'decided') expect(clause).toMatch(/^§/);
    if (level === 'MUST') expect(excluded).toBeUndefined();
  },
);

test('gives a reason for every decided requirement', () => {
  expect(requirements.filter(({ basis, why }) => basis === 'decided' && !why).map(({ id }) => id)).toEqual([]);
});
