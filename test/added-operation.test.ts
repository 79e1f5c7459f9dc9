import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Case } from '../conformance/engine/case.ts';
import { startMock } from '../mock/index.ts';
import { FORMATS } from '../spec/formats/index.ts';
import { Contract } from '../src/contract/contract.ts';
import { loadDocument } from '../src/contract/document/document.ts';
import { OPENAPI_FILE } from '../src/project.ts';
import type { CaseRecord } from '../src/run-result/case-record.ts';
import { brokenRules, judge, seededServer } from './helpers/judge.ts';
import { listen } from './helpers/listen.ts';

/** Tests that the mock and the suite support an operation that was added only to the document. */

const document = parse(readFileSync(OPENAPI_FILE, 'utf8'), { merge: true });
document.paths['/notes'] = {
  post: {
    operationId: 'createNote',
    tags: ['Invites'],
    summary: 'Write a note',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 10 } } },
          examples: { short: { value: { text: 'hello' } } },
        },
      },
    },
    responses: {
      201: {
        description: 'The note',
        content: {
          'application/json': {
            schema: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
          },
        },
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  },
};
document.paths['/projects/{projectIdOrName}/integrations/{integrationId}'] = {
  get: {
    operationId: 'getIntegration',
    tags: ['Integrations'],
    summary: 'Read an integration',
    parameters: [
      { $ref: '#/components/parameters/ProjectIdOrName' },
      { $ref: '#/components/parameters/IntegrationId' },
    ],
    responses: {
      200: {
        description: 'The integration',
        content: {
          'application/json': {
            schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
            example: { name: 'demo-integration' },
          },
        },
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  },
};
document.paths['/projects/{projectIdOrName}/widgets'] = {
  get: {
    operationId: 'listWidgets',
    summary: 'List widgets',
    parameters: [{ name: 'projectIdOrName', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'The widgets',
        content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } },
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  },
};
const spec = join(mkdtempSync(join(tmpdir(), 'added-')), 'openapi.yaml');
writeFileSync(spec, stringify(document, { aliasDuplicateObjects: false }));
const contract = new Contract(await loadDocument(spec), FORMATS);
const mock = await startMock({ port: 0, spec });
afterAll(() => mock.close());

async function judgeOperation(operationId = 'createNote', url = mock.url): Promise<CaseRecord[]> {
  const only = ({ operation }: Case) => operation?.operationId === operationId;
  return judge(await seededServer(mock.url, url), { contract, only });
}

test('finds no violation in an operation that was added to the document and that the mock serves', async () => {
  const records = await judgeOperation();
  expect(brokenRules(records)).toEqual([]);
  expect(records.length).toBeGreaterThan(30);
});

test('makes the mock check that the resources in the path of an added operation exist, if the document declares their fixtures', async () => {
  const records = await judgeOperation('getIntegration');
  expect(brokenRules(records)).toEqual([]);
  const of = (project: string) => `/v1/projects/${project}/integrations/44444444-4444-4444-8444-444444444444`;
  const get = (path: string) => fetch(mock.url + path, { headers: { 'X-Api-Key': 'test-key' } });
  expect((await get(of('demo-project'))).status).toBe(200);
  expect(await (await get(of('other-project'))).json()).toMatchObject({
    status: 404,
    detail: 'Project other-project has no integration 44444444-4444-4444-8444-444444444444.',
  });
});

test('does not make the mock check the resources in the path of an added operation if the document declares no fixtures', async () => {
  const records = await judgeOperation('listWidgets');
  expect(brokenRules(records)).toEqual([]);
  expect(records.flatMap(({ rules }) => rules)).not.toContain('D07');
  // A missing example makes only the rule of the added operation untestable, not the rules of the service.
  const open = records.flatMap(({ findings }) => findings.filter(({ result }) => result === 'untestable'));
  expect(new Set(open.map(({ rule, message }) => `${rule}: ${message}`))).toEqual(
    new Set([
      'S01: the parameter `projectIdOrName` of listWidgets has no example. Add an `example` of the parameter to the document',
    ]),
  );
});

test('finds the violations of a faulty server in an added operation', async () => {
  const faulty = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url !== '/v1/notes') {
      const { method = 'GET', headers } = request;
      delete headers.upgrade;
      delete headers['transfer-encoding'];
      const forwarded = await fetch(mock.url + request.url, {
        method,
        headers: headers as Record<string, string>,
        ...(body && { body }),
      });
      response
        .writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? '' })
        .end(await forwarded.text());
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": 1}');
    }
  });
  const records = await judgeOperation('createNote', await listen(faulty));
  faulty.close();
  faulty.closeAllConnections();
  expect(brokenRules(records)).toEqual(expect.arrayContaining(['D02', 'D03', 'D05', 'D06', 'S01']));
});
