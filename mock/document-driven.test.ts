import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../test/helpers/mock.ts';

/** Tests of operations without a handler, in a mock of another OpenAPI document. */

const spec = join(mkdtempSync(join(tmpdir(), 'spec-')), 'widgets.yaml');
writeFileSync(
  spec,
  `openapi: 3.1.0
info: {title: Widgets, version: 2.0.0}
servers: [{url: https://example.com/api}]
security: [{key: []}]
paths:
  /widgets/latest:
    get:
      operationId: latestWidget
      security: []
      responses:
        '200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Widget'}, example: {id: 7f6d2a8e-2b54-4f0c-9b57-0d5d0a3c1e2f, size: 3}}}}
  /widgets/{id}:
    get:
      operationId: getWidget
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: limit, in: query, required: true, schema: {type: integer, maximum: 10}}
      responses:
        '200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Widget'}}}}
    delete:
      operationId: deleteWidget
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'204': {description: Gone}}
  /wrong:
    get:
      operationId: wrongExample
      responses:
        '200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Widget'}, example: {id: 1}}}}
  /trees:
    post:
      operationId: plantTree
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Tree'}}}}
      responses: {'204': {description: Planted}}
  /nothing:
    get:
      operationId: noSuccess
      responses: {'400': {description: Never good}}
components:
  securitySchemes: {key: {type: apiKey, in: query, name: k}}
  schemas:
    Tree:
      oneOf:
        - {required: [oak], properties: {next: {$ref: '#/components/schemas/Tree'}}}
        - {required: [elm], properties: {next: {$ref: '#/components/schemas/Tree'}}}
    Widget:
      type: object
      required: [id, size]
      properties: {id: {type: string, format: uuid}, size: {type: integer, minimum: 1, maximum: 9}}
`,
);
const reports: unknown[] = [];
const mock = await createMock({ spec, seed: 5, apiKeys: ['k1'], report: (error) => reports.push(error) });
afterAll(() => mock.close());
const api = supertest(mock.app);

describe('the mock of another document', () => {
  test('rejects a body whose validation would need exponential time', async () => {
    const tree = (depth: number): unknown => (depth === 0 ? { oak: 1 } : { oak: 1, elm: 1, next: tree(depth - 1) });
    const { body } = await api
      .post('/api/trees?k=k1')
      .send(tree(100) as object)
      .expect(400);
    expect(body.issues).toMatchObject([
      { pointer: '', expected: 'a value that the schema can validate with less work' },
    ]);
    await api.post('/api/trees?k=k1').send({ oak: 1 }).expect(204);
  });

  test('returns the example from the document under the base path, and prefers a path template without parameters to a template with parameters', async () => {
    const { body } = await api.get('/api/widgets/latest').expect(200);
    expect(body).toEqual({ id: '7f6d2a8e-2b54-4f0c-9b57-0d5d0a3c1e2f', size: 3 });
  });

  test('generates a response from the schema if the document has no example', async () => {
    const { body } = await api.get('/api/widgets/1?limit=10&k=k1').expect(200);
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.size).toBeGreaterThanOrEqual(1);
  });

  test('reads the API key only from the query parameter that the document declares', async () => {
    await api.get('/api/widgets/1?limit=1').expect(401);
    await api.get('/api/widgets/1?limit=1').set('k', 'k1').expect(401);
  });

  test('validates the parameters of an operation without a handler', async () => {
    const { body } = await api.get('/api/widgets/1?limit=11&k=k1').expect(400);
    expect(body.issues).toMatchObject([{ in: 'query', pointer: '/limit' }]);
    await api.get('/api/widgets/1?limit=many&k=k1').expect(400);
    await api.get('/api/widgets/1?k=k1').expect(400);
  });

  test('responds with 204 if the document declares no response body, with 405 to an unknown method, and with 404 to an unknown path', async () => {
    const { text } = await api.delete('/api/widgets/1?k=k1').expect(204);
    expect(text).toBe('');
    const { headers } = await api.post('/api/widgets/1').expect(405);
    expect(headers.allow).toBe('GET, DELETE');
    await api.get('/widgets/latest').expect(404);
  });

  test('responds with 500 if an example violates its schema, and with 501 if the document declares no success response', async () => {
    const { body } = await api.get('/api/wrong?k=k1').expect(500);
    expect(body.detail).toContain('wrongExample returned 200 with a body that violates');
    expect(reports).toHaveLength(1);
    await api.get('/api/nothing?k=k1').expect(501);
  });
});
