import { expect, test } from 'vitest';
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
])('finds the positions of a rule and an operation in %s', (_, text, id, ruleAt, operationAt) => {
  const { rules, operations } = locateRules(text);
  expect(rules.get(id)?.map(({ line, column }) => `${line}:${column}`)).toEqual(ruleAt);
  expect(rules.get(id)?.at(-1)?.pointer).toBe('/paths/~1a~1{b}/get');
  expect(operations.get('read')).toMatchObject({ pointer: '/paths/~1a~1{b}/get' });
  const { line, column } = operations.get('read') ?? {};
  expect(`${line}:${column}`).toBe(operationAt);
});
