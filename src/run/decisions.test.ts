import { expect, test } from 'vitest';
import { loadRequirements } from '../contract/requirement.ts';
import { DECISIONS_FILE, REQUIREMENTS_FILE } from '../project.ts';
import { loadReasons, reasonsIn } from './decisions.ts';

test('the reason is what follows the rule, as plain text with code', () => {
  const register = `# Decisions

Text.

### A1

\`decided\` · MUST · –

The rule.

**Why:** A reason ([A2](#a2)) with
\`code\`.

**Decided part:** the status.

### A2

\`documented\` · MUST · §1

Another rule.

## What stays open

Nothing.
`;
  expect([...reasonsIn(register)]).toEqual([['A1', 'A reason (A2) with `code`. Decided part: the status.']]);
});

test('every rule that was decided has its reason', () => {
  const reasons = loadReasons(DECISIONS_FILE);
  const decided = loadRequirements(REQUIREMENTS_FILE).filter(({ basis }) => basis === 'decided');
  expect(decided.filter(({ id }) => !reasons.has(id)).map(({ id }) => id)).toEqual([]);
});
