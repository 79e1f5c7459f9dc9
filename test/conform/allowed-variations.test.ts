import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import { violationsOf } from '../../conformance/engine/request/samples.ts';
import type { Behaviour, FaultyRequest, FaultyResponse } from '../../conformance/faulty/defect.ts';
import { startFaultyServer } from '../../conformance/faulty/faulty-server.ts';
import { jsonOf, withJson } from '../../conformance/faulty/json-message.ts';
import { isOf, mapped, operationOf, problem, UPSERTS } from '../../conformance/faulty/messages.ts';
import { startMock } from '../../mock/index.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { contract } from '../helpers/contract.ts';
import { judge, seededServer } from '../helpers/judge.ts';

/**
 * Tests with correct services that differ from the mock in everything that the contract does not specify. The suite
 * must report no failure for a correct service.
 */

type ServerOptions = Parameters<typeof startCorrectServer>[0];

interface Variation {
  /** Change of the correct server's behaviour. */
  readonly behave?: () => Behaviour;
  /** Values of `--skip` for the cases whose result does not depend on the variation. */
  readonly skip?: readonly string[];
}

async function findingsOf(given: ServerOptions, { behave, skip = [] }: Variation = {}): Promise<string[]> {
  await using server = await startCorrectServer(given);
  await using inFront = behave && (await startFaultyServer({ create: behave }, server.url));
  const records = await judge({ ...server, url: inFront?.url ?? server.url }, { selection: { only: [], skip } });
  return records.flatMap(({ title, findings }) =>
    findings
      .filter(({ result }) => result !== 'holds')
      .map(({ rule, result, message }) => `${title}: ${rule} ${result}, ${message}`),
  );
}

test('reports no failure for numeric identifiers, equal identifiers of different records, and names that occur in paths', async () => {
  const identity = {
    projects: [
      { id: randomUUID(), name: 'projects' },
      { id: randomUUID(), name: 'projects-10' },
    ],
    integrations: ['7', 'installation-1001'],
    org: '7',
  } as const;
  // The result of the excluded cases does not depend on identifiers.
  const skip = ['refuses-body', 'refuses-messages', 'survives', 'variants', 'thorough+jwt-keys'];
  expect(await findingsOf({ identity, apiKey: '83749823749823749' }, { skip })).toEqual([]);
});

test('judges a service correctly that ignores letter case in API keys, has stricter limits than the mock, and has a project with an emoji in its name', async () => {
  const identity = {
    projects: [
      { id: randomUUID(), name: 'wave 🌊' },
      { id: randomUUID(), name: 'conformance-tests-10' },
    ],
    integrations: [randomUUID(), randomUUID()],
    org: 'projects',
  } as const;
  const apiKey = randomUUID();
  expect(
    await findingsOf(
      { identity, apiKey },
      { behave: () => withStricterLimits(apiKey), skip: ['thorough+createJwtKey'] },
    ),
  ).toEqual([]);
});

test.each([[[0]], [[1]], [[2]], [[0, 1]], [[1, 2]], [[0, 1, 2]]])(
  'reports no failure if an earlier run deleted the installations at the indexes %j of six installations',
  async (used) => {
    await using mock = await startMock({ port: 0 });
    const server = await seededServer(mock.url, mock.url, 6);
    const { project, integration, installations = [] } = server.fixtures;
    const path = `/v1/projects/${project?.id}/integrations/${integration?.id}/installations`;
    for (const index of used)
      await fetch(`${mock.url}${path}/${installations[index]}`, {
        method: 'DELETE',
        headers: { 'X-Api-Key': server.apiKey },
      });
    const [record] = await judge(server, { only: ({ id }) => id === 'installations/delete/once' });
    expect(record?.findings.length).toBeGreaterThan(10);
    expect(record?.findings.filter(({ result }) => result !== 'holds')).toEqual([]);
  },
);

function withStricterLimits(apiKey: string): Behaviour {
  return async (request, forward) => {
    const { method, path, headers } = request;
    if (!path.startsWith('/v1/')) return page();
    if (path.includes('/installations/') && method !== 'DELETE') return ofInstallation(method);
    // The service does not parse a body of 20,000 bytes or more, which may be nested too deeply for the JSON parser.
    const body = request.body.length < 20_000 ? jsonOf(request) : undefined;
    if (body && isListMissing(body))
      return problem(400, 'The body lacks the list `objects` in `read`, `write` or `subscribe`.');
    if (body && isImpossible(request, body)) return problem(422, 'That is impossible here.');
    const key = headers['x-api-key']?.toLowerCase() === apiKey ? apiKey : headers['x-api-key'];
    const answer = await forward({
      ...request,
      headers: { ...headers, ...(key !== undefined && { 'x-api-key': key }) },
    });
    return changed(request, answer);
  };
}

/** Response of a service to a request that the interface does not define. */
function page(): FaultyResponse {
  return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<!doctype html>') };
}

/** Response to a method other than DELETE: the service also has an operation that reads an installation. */
function ofInstallation(method: string): FaultyResponse {
  if (method === 'GET') return problem(404);
  return { ...problem(405), headers: { 'content-type': 'application/problem+json', allow: 'DELETE, GET' } };
}

function contentOf({ latestRevision }: JsonObject): JsonObject {
  return isObject(latestRevision) && isObject(latestRevision.content) ? latestRevision.content : {};
}

/**
 * True if a body lacks a list that a service may require, since the interface document says "Object with `objects`
 * array".
 */
function isListMissing(body: JsonObject): boolean {
  const { read, write, subscribe } = contentOf(body);
  return [read, write, subscribe].some((part) => isObject(part) && part.objects === undefined);
}

/** True for a valid body that exceeds limits outside the schema, or contradicts itself (D08). */
function isImpossible(request: FaultyRequest, body: JsonObject): boolean {
  const operation = contract.operation(operationOf(request));
  if (!operation || violationsOf(contract, operation, body).length > 0) return false;
  let isTooMuch = String(body.name).length > 120;
  JSON.parse(JSON.stringify(body), (key, value) => {
    isTooMuch ||= Number.isInteger(value) && value > 36_500 && value < 2 ** 31;
    isTooMuch ||= isOf(request, UPSERTS) && key === 'fieldName' && String(value).length > 120;
    return value;
  });
  return isTooMuch || (isOf(request, UPSERTS) && hasEmptyList(body)) || !inheritsFromRead(body);
}

function hasEmptyList({ fields }: JsonObject): boolean {
  return isObject(fields) && Object.values(fields).some((list) => Array.isArray(list) && list.length === 0);
}

function inheritsFromRead(body: JsonObject): boolean {
  const content = contentOf(body);
  const of = (part: unknown): JsonObject[] =>
    isObject(part) && Array.isArray(part.objects) ? part.objects.filter(isObject) : [];
  const read = of(content.read).map(({ objectName }) => objectName);
  return [...of(content.write), ...of(content.subscribe)]
    .filter(
      ({ inheritMapping, inheritFieldsAndMapping }) => inheritMapping === true || inheritFieldsAndMapping === true,
    )
    .every(({ objectName }) => typeof objectName !== 'string' || read.includes(objectName));
}

/**
 * Changes responses within the contract: contradictory upserts fail, times have tenths of a second, and a 401 describes
 * the API key header.
 */
function changed(request: FaultyRequest, answer: FaultyResponse): FaultyResponse {
  const json = jsonOf(answer);
  if (!json) return answer;
  if (answer.status === 401)
    return withJson(answer, { ...json, detail: 'X-Api-Key is null, undefined or in body:line 1.' });
  const contradicts = request.body.includes('"valuesRestricted":true,"values":["a","b"]');
  if (answer.status === 200 && isOf(request, UPSERTS) && contradicts)
    return withJson(answer, { ...json, success: false });
  if (operationOf(request) !== 'updateJwtKey') return answer;
  const tenths = (time: unknown) => String(time).replace(/(\.\d)\d*/, '$1');
  return withJson(
    answer,
    ['createTime', 'updateTime'].reduce(
      (shown, name) => mapped(shown, name, (time) => time && tenths(time)),
      json as unknown,
    ),
  );
}
