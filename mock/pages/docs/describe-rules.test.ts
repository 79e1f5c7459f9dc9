import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';
import { describeRules } from './describe-rules.ts';

const REQUIREMENTS: Requirement[] = [
  { id: 'D50', title: 'It says "hello"', level: 'MUST', basis: 'documented', clause: '§4.5', text: '…' },
  { id: 'D57', title: 'Again', level: 'MUST', basis: 'decided', text: '…' },
];
const D50 = '[D50](/docs/rules#D50 "It says \\"hello\\"") documented §4.5';
const D57 = '[D57](/docs/rules#D57 "Again") decided';
const documented = { id: 'D50', basis: 'documented' };
const decided = { id: 'D57', basis: 'decided' };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Greetings', version: '1' },
  components: { schemas: { Name: { type: 'string', description: 'A name.', 'x-rules': [decided] } } },
};

/** What becomes of one schema of a document. */
function described(schema: JsonObject): unknown {
  const { components } = DOCUMENT;
  const root = { ...DOCUMENT, components: { schemas: { ...components.schemas, It: schema } } };
  const result = describeRules(root, REQUIREMENTS, '/docs/rules') as typeof root;
  return (result.components.schemas.It as JsonObject).description;
}

test.each<[string, JsonObject, string | undefined]>([
  ['no rule: nothing is added', { description: 'Hello.' }, 'Hello.'],
  ['no rule and no description: none is made up', { type: 'string' }, undefined],
  [
    'rules: a paragraph of links',
    { description: 'Hello.\n', 'x-rules': [documented, decided] },
    `Hello.\n\n**Rules:** ${D50} · ${D57}`,
  ],
  [
    'a rule for some aspects: they are named',
    { 'x-rules': [{ ...decided, for: ['enum', 'minLength'] }] },
    `**Rules:** ${D57} (enum, minLength)`,
  ],
  [
    'a rule that the register does not have: no link',
    { 'x-rules': [{ id: 'X1', basis: 'decided' }] },
    '**Rules:** X1 decided',
  ],
  ['a clause', { 'x-clause': '§4.5' }, '**Interface document:** §4.5'],
  [
    'rules beside a reference: with the description and the rules of its target',
    { $ref: '#/components/schemas/Name', 'x-rules': [documented] },
    `A name.\n\n**Rules:** ${D50} · ${D57}`,
  ],
  [
    'a description beside a reference: with the rules of its target',
    { $ref: '#/components/schemas/Name', description: 'Her name.' },
    `Her name.\n\n**Rules:** ${D57}`,
  ],
  ['a reference alone: it is left to its target', { $ref: '#/components/schemas/Name' }, undefined],
])('%s', (_, schema, description) => {
  expect(described(schema)).toBe(description);
});

test('the rules of the whole document stand with its description', () => {
  const { info } = describeRules({ ...DOCUMENT, 'x-rules': [decided] }, REQUIREMENTS, '/docs/rules');
  expect(info).toEqual({ title: 'Greetings', version: '1', description: `**Rules:** ${D57}` });
});

test('the document that the mock serves is left as it is', () => {
  const before = structuredClone(DOCUMENT);
  describeRules(DOCUMENT, REQUIREMENTS, '/docs/rules');
  expect(DOCUMENT).toEqual(before);
});
