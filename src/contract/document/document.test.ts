import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Contract } from '../contract.ts';
import { loadDocument } from './document.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test.each([
  ['a nonexistent file', join(folder, 'none.yaml'), /none\.yaml: the file does not exist/],
  [
    'a file that is not YAML',
    file('broken.yaml', 'openapi: 3.1.0\n  info: ['),
    /is not YAML: .* at line \d+, column \d+\.$/,
  ],
  ['a list', file('list.yaml', '- 1'), /expected an object/],
  ['a version that is not a string', file('number.yaml', 'openapi: 3.1'), /not an OpenAPI 3\.0 or 3\.1 document/],
  ['a future version', file('thirteen.yaml', 'openapi: 13.1.0'), /not an OpenAPI 3\.0 or 3\.1 document/],
  ['a folder', folder, /cannot be read \(EISDIR\)/],
  [
    'a document that violates the OpenAPI schema',
    file('invalid.yaml', 'openapi: 3.1.0\ninfo: {title: A}\npaths: {/a: {get: {responses: []}}}'),
    /is not valid OpenAPI: ./,
  ],
  ['another version', file('two.yaml', 'swagger: "2.0"'), /not an OpenAPI 3\.0 or 3\.1 document/],
  ['a document without paths and info', file('bare.yaml', 'openapi: 3.1.0'), /is not valid OpenAPI: .*info/],
  [
    'a dangling reference',
    file(
      'dangling.yaml',
      'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/a: {get: {responses: {"200": {$ref: "#/components/responses/B"}}}}}',
    ),
    /is not valid OpenAPI: .*B/,
  ],
])('rejects %s with a message of one line', async (_, path, message) => {
  const error = await loadDocument(path).then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error?.name).toBe('DocumentError');
  expect(error?.message).toMatch(message);
  expect(error?.message).not.toContain('\n');
});

test('loads a trusted OpenAPI document without validation', async () => {
  const path = file(
    'trusted.yaml',
    'openapi: 3.1.0\ninfo: {title: A, version: "2"}\npaths: {/a: {get: {responses: []}}}',
  );
  const document = await loadDocument(path, { trusted: true });
  expect(document).toMatchObject({ title: 'A', version: '2', path, trusted: true });
  expect(document.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
});

test('bundles references to other files, in trusted and untrusted documents', async () => {
  file('part.yaml', 'description: the other file');
  const text =
    'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/a: {get: {responses: {"200": {$ref: part.yaml}}}}}';
  for (const trusted of [true, false]) {
    const { root, trusted: isTrusted } = await loadDocument(file('whole.yaml', text), { trusted });
    expect(JSON.stringify(root)).toContain('the other file');
    expect(isTrusted).toBe(trusted);
  }
});

test('converts the schemas of an OpenAPI 3.0 document to 3.1', async () => {
  const path = file(
    'three-zero.yaml',
    `openapi: 3.0.3
info: {title: A, version: "1"}
servers: [{url: "https://{host}/base/", variables: {host: {default: example.com}}}]
paths:
  /things/{id}:
    put:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string, nullable: true}, n: {type: integer, minimum: 1, exclusiveMinimum: true}}}}}}
      responses: {"200": {description: OK}}
`,
  );
  const contract = new Contract(await loadDocument(path));
  const [operation] = contract.operations;
  const schema = operation?.requestBody?.content[0]?.schema;
  if (!schema) throw new Error('no schema');
  const check = contract.validator(schema, 'body');
  expect(contract.basePath).toBe('/base');
  expect(operation?.operationId).toBe('PUT /things/{id}');
  expect(check({ a: null, n: 2 })).toEqual([]);
  expect(check({ a: 1, n: 1 }).map(({ pointer }) => pointer)).toEqual(['/a', '/n']);
});
