import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';
import { describeRules } from './describe-rules.ts';

const REQUIREMENTS: Requirement[] = [
  { id: 'D50', title: 'It says "hello"', level: 'MUST', basis: 'documented', clause: '§4.5', text: '…' },
  { id: 'D57', title: 'Again', level: 'MUST', basis: 'decided', text: '…' },
];
const D50 = '[D50](/docs/rules#D50 "It says \\"hello\\"")';
const D57 = '[D57](/docs/rules#D57 "Again")';
const documented = { id: 'D50', basis: 'documented' };
const decided = { id: 'D57', basis: 'decided' };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Greetings', version: '1' },
  components: { schemas: { Name: { type: 'string', description: 'A name.', 'x-rules': [decided] } } },
};

/**
 * Adds the schema to an OpenAPI document, adds the rules of this document to its descriptions, and returns the new
 * description of the schema.
 */
function described(schema: JsonObject): unknown {
  const { components } = DOCUMENT;
  const root = { ...DOCUMENT, components: { schemas: { ...components.schemas, It: schema } } };
  const result = describeRules(root, REQUIREMENTS, '/docs/rules') as typeof root;
  return (result.components.schemas.It as JsonObject).description;
}

test.each<[string, JsonObject, string | undefined]>([
  ['keeps the description of a schema without a rule', { description: 'Hello.' }, 'Hello.'],
  ['adds no description to a schema without rule and description', { type: 'string' }, undefined],
  [
    'adds a paragraph with links to the rules of a schema',
    { description: 'Hello.\n', 'x-rules': [documented, decided] },
    `Hello.\n\n${D50} · ${D57}`,
  ],
  [
    'names the aspects to which a rule of a schema applies',
    { 'x-rules': [{ ...decided, for: ['enum', 'minLength'] }] },
    `${D57} (enum, minLength)`,
  ],
  ['adds no link to an unknown rule', { 'x-rules': [{ id: 'X1', basis: 'decided' }] }, 'X1'],
  [
    'adds the clause of the interface document to a description',
    { 'x-clause': '§4.5' },
    '**Interface document:** §4.5',
  ],
  [
    'shows the rules next to a `$ref` after the description and before the rules of the target',
    { $ref: '#/components/schemas/Name', 'x-rules': [documented] },
    `A name.\n\n${D50} · ${D57}`,
  ],
  [
    'shows the description next to a `$ref` together with the rules of the target',
    { $ref: '#/components/schemas/Name', description: 'Her name.' },
    `Her name.\n\n${D57}`,
  ],
  [
    'lists the rules of an operation with their titles',
    { operationId: 'greet', description: 'Hello.', 'x-rules': [documented, decided] },
    'Hello.\n\n- [D50](/docs/rules#D50) It says "hello"\n- [D57](/docs/rules#D57) Again',
  ],
  ['adds no description to a `$ref` without rules', { $ref: '#/components/schemas/Name' }, undefined],
])('%s', (_, schema, description) => {
  expect(described(schema)).toBe(description);
});

test('adds the rules at the root of a document with their titles to the description in `info`', () => {
  const { info } = describeRules({ ...DOCUMENT, 'x-rules': [decided] }, REQUIREMENTS, '/docs/rules');
  const description = 'The following requirements apply to every operation:\n\n- [D57](/docs/rules#D57) Again';
  expect(info).toEqual({ title: 'Greetings', version: '1', description });
});

test('adds the rules to a copy, and keeps the original document unchanged', () => {
  const before = structuredClone(DOCUMENT);
  describeRules(DOCUMENT, REQUIREMENTS, '/docs/rules');
  expect(DOCUMENT).toEqual(before);
});
