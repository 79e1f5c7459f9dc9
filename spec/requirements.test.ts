import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadRequirements } from '../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../src/project.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);
const register = readFileSync(new URL('./decisions.md', import.meta.url), 'utf8');

test('no id stands twice', () => {
  const ids = requirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(requirements)('$id is whole', ({ id, title, text, level, basis, clause, excluded }) => {
  expect(id).toMatch(/^[DS]\d\d$/);
  expect([title, text].every((value) => value.length > 0)).toBe(true);
  expect(['MUST', 'SHOULD', 'MAY']).toContain(level);
  expect(['documented', 'corrected', 'decided']).toContain(basis);
  if (basis !== 'decided') expect(clause).toMatch(/^§/);
  if (level === 'MUST') expect(excluded).toBeUndefined();
});

test.each(requirements)(
  'the register explains $id, with the same basis and level',
  ({ id, basis, level, documentedFor }) => {
    const entry = register.split(/^### /m).find((section) => section.startsWith(`${id}\n`));
    expect(entry).toBeDefined();
    const elsewhere = documentedFor ? ` for ${documentedFor.join(', ')}, \`decided\` for the rest` : '';
    expect(entry).toContain(`\`${basis}\`${elsewhere} · ${level}`);
  },
);

test('the register has no rule that is no requirement', () => {
  const ids = [...register.matchAll(/^### ([DS]\d\d)$/gm)].map(([, id]) => id);
  expect(ids.filter((id) => !requirements.some((requirement) => requirement.id === id))).toEqual([]);
});
