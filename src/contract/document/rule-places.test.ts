import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../project.ts';
import { loadRequirements } from '../requirement.ts';
import { locateRules } from './rule-places.ts';

const YAML = `openapi: 3.1.0
x-rules: [{id: A1}]
paths:
  /a/{b}:
    get:
      operationId: read
      x-rules:
        - {id: A2}
        - id: A1
`;

test.each([
  ['YAML', YAML, 'A1', ['2:11', '9:11'], '6:7'],
  [
    'JSON',
    '{\n "paths": {"/a/{b}": {"get": {\n  "operationId": "read",\n  "x-rules": [{"id": "A1"}]}}}\n}',
    'A1',
    ['4:15'],
    '3:3',
  ],
])('%s: the line of each rule and operation', (_, text, id, ruleAt, operationAt) => {
  const { rules, operations } = locateRules(text);
  expect(rules.get(id)?.map(({ line, column }) => `${line}:${column}`)).toEqual(ruleAt);
  expect(rules.get(id)?.at(-1)?.pointer).toBe('/paths/~1a~1{b}/get');
  expect(operations.get('read')).toMatchObject({ pointer: '/paths/~1a~1{b}/get' });
  const { line, column } = operations.get('read') ?? {};
  expect(`${line}:${column}`).toBe(operationAt);
});

test("each rule of the contract stands on a line of the project's document that names it", () => {
  const text = readFileSync(OPENAPI_FILE, 'utf8');
  const lines = text.split('\n');
  const { rules, operations } = locateRules(text);
  for (const [id, places] of rules) {
    for (const { line } of places) expect(lines[line - 1]).toContain(`id: ${id}`);
  }
  for (const [operationId, { line }] of operations) expect(lines[line - 1]).toContain(`operationId: ${operationId}`);
  const placeless = loadRequirements(REQUIREMENTS_FILE).filter(({ id }) => !rules.has(id));
  // An operation that is added has no rule of its own yet.
  expect(placeless.map(({ id }) => id)).toEqual(['S01']);
});
