import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENGINE_RULES } from '../conformance/engine/rules/engine-rules.ts';
import { startMock } from '../mock/index.ts';
import { Contract } from '../src/contract/contract.ts';
import { loadDocument } from '../src/contract/document/document.ts';
import { brokenRules, judge, seededServer } from './helpers/judge.ts';
import { writtenReport } from './helpers/report/written-report.ts';
import { runCli } from './helpers/run-cli.ts';

/** Tests that the suite finds no violation if the mock serves the document of another service. */

async function judged(yaml: string) {
  const spec = join(mkdtempSync(join(tmpdir(), 'foreign-')), 'openapi.yaml');
  writeFileSync(spec, yaml);
  await using mock = await startMock({ port: 0, spec });
  const contract = new Contract(await loadDocument(spec));
  const records = await judge(await seededServer(mock.url), { contract });
  const findings = records.flatMap((record) => record.findings);
  const open = findings.filter(({ result }) => result === 'untestable').map(({ message }) => message);
  return { broken: brokenRules(records), open: [...new Set(open)].sort(), titles: records.map(({ title }) => title) };
}

test('generates request bodies if no operation of a document has an example', async () => {
  const { broken, open, titles } = await judged(`
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
servers: [{url: /v1}]
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Api-Key}}}
security: [{key: []}]
paths:
  /pets:
    post:
      operationId: createPet
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [name], properties: {name: {type: string}, age: {type: integer, minimum: 1}}}
      responses:
        '201': {description: The pet, content: {application/json: {schema: {type: object}}}}
    get:
      operationId: listPets
      parameters: [{name: limit, in: query, required: true, schema: {type: integer, minimum: 5, maximum: 9}}]
      responses:
        '200': {description: The pets, content: {application/json: {schema: {type: array, items: {type: string}}}}}
`);
  expect({ broken, open }).toEqual({ broken: [], open: [] });
  expect(titles).toEqual(
    expect.arrayContaining([
      'createPet accepts the example generated from the schema',
      'createPet rejects a body that is cut off',
      'createPet rejects a body whose name is missing',
      'createPet rejects a body whose age is 0',
      'listPets accepts a valid request',
    ]),
  );
});

test('judges operations with unusual schemas correctly, and reports the operations that the suite cannot test', async () => {
  const { broken, open } = await judged(`
openapi: 3.0.3
info: {title: Things, version: 1.0.0}
components:
  schemas:
    Thing:
      type: object
      additionalProperties: false
      properties:
        kind: {type: string, enum: [a, b], nullable: true}
        part: {$ref: '#/components/schemas/Thing'}
paths:
  /things/{thingId}:
    put:
      operationId: putThing
      parameters: [{name: thingId, in: path, required: true, example: 5, schema: {type: integer}}]
      requestBody:
        content:
          application/xml: {schema: {type: string}}
          application/json: {schema: {$ref: '#/components/schemas/Thing'}}
      responses: {'200': {description: The thing}}
    get:
      operationId: getThing
      parameters: [{name: thingId, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: The thing}}
  /lists:
    post:
      operationId: createList
      requestBody: {required: true, content: {application/json: {schema: {type: array, items: {type: string}}}}}
      responses: {'204': {description: Done}}
  /empties:
    post:
      operationId: createEmpty
      requestBody: {required: true, content: {application/json: {schema: {type: object}, example: {}}}}
      responses: {'204': {description: Done}}
  /nulls:
    post:
      operationId: createNull
      requestBody: {required: true, content: {application/json: {schema: {type: object, nullable: true, enum: [null]}}}}
      responses: {'204': {description: Done}}
  /forms:
    post:
      operationId: sendForm
      requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object}}}}
      responses: {'204': {description: Done}}
  /nothing:
    post:
      operationId: sendNothing
      requestBody: {required: true, content: {application/json: {schema: {not: {}}}}}
      responses: {'204': {description: Done}}
`);
  expect(broken).toEqual([]);
  expect(open).toEqual([
    'sendForm accepts application/x-www-form-urlencoded; the suite sends only JSON',
    'sendNothing has no valid body. Add an `example` to its application/json that matches the schema',
    'the parameter `thingId` of getThing has no example. Add an `example` of the parameter to the document',
  ]);
});

const NOTES = `
openapi: 3.1.0
info: {title: Notes, version: 1.0.0}
servers: [{url: /v1}]
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Api-Key}}}
security: [{key: []}]
paths:
  /notes:
    post:
      operationId: addNote
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [text], properties: {text: {type: string, minLength: 1, examples: [Milk]}}}
      responses:
        '201':
          description: The note
          content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}
`;

test.each([
  ['all', ['auth-rejected', 'method-not-allowed', 'problem-details']],
  ['documented', []],
])('reports only engine rules for a document without requirements (--basis %s)', async (basis, decided) => {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  writeFileSync(join(folder, 'notes.yaml'), NOTES);
  const args = ['conform', '--spec', 'notes.yaml', '--basis', basis, '--reporter', 'all'];
  const { status, stdout, stderr } = await runCli(args, { cwd: folder });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toContain('CONFORMING');
  const read = (name: string) => readFileSync(join(folder, 'reports', name), 'utf8');
  const { requirements } = writtenReport(folder);
  expect(requirements.map(({ id }) => id)).toEqual(ENGINE_RULES.map(({ id }) => id));
  const judged = requirements.filter(({ outcome }) => outcome === 'passed');
  expect(judged.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['auth-required', 'malformed-body', 'as-documented', ...decided]),
  );
  expect(requirements.filter(({ outcome }) => !['passed', 'notApplicable'].includes(outcome))).toEqual([]);
  if (basis === 'documented') expect(judged.filter((one) => one.basis === 'decided')).toEqual([]);
  for (const name of ['report.json', 'report.html', 'summary.md', 'junit.xml', 'report.sarif'])
    expect(read(name)).not.toMatch(/\b[DS]\d{2}\b/);
});
