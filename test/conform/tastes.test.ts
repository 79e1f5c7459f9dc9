import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCorrectServer } from '../../conformance/correct/index.ts';
import { violationsOf } from '../../conformance/engine/request/samples.ts';
import type { Behaviour, FaultyRequest, FaultyResponse } from '../../conformance/faulty/defect.ts';
import { startFaultyServer } from '../../conformance/faulty/faulty-server.ts';
import { jsonOf, withJson } from '../../conformance/faulty/json-message.ts';
import { isOf, mapped, operationOf, problem, UPSERTS } from '../../conformance/faulty/messages.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { contract } from '../helpers/contract.ts';
import { judge } from '../helpers/judge.ts';

/** What the contract leaves free, a service may do in its own way: such services are correct, and accused of nothing. */

type Given = Parameters<typeof startCorrectServer>[0];

interface Ways {
  /** The difference of its behaviour. */
  readonly behave?: () => Behaviour;
  /** Cases that have nothing to do with it. */
  readonly skip?: readonly string[];
}

async function complaints(given: Given, { behave, skip = [] }: Ways = {}): Promise<string[]> {
  await using server = await startCorrectServer(given);
  await using inFront = behave && (await startFaultyServer({ create: behave }, server.url));
  const records = await judge({ ...server, url: inFront?.url ?? server.url }, { selection: { only: [], skip } });
  return records.flatMap(({ title, findings }) =>
    findings
      .filter(({ result }) => result !== 'holds')
      .map(({ rule, result, message }) => `${title}: ${rule} ${result}, ${message}`),
  );
}

test('identifiers that are counted, and the same for several things; names that are words of a path', async () => {
  const identity = {
    projects: [
      { id: randomUUID(), name: 'projects' },
      { id: randomUUID(), name: 'projects-10' },
    ],
    integrations: ['7', 'installation-1001'],
    org: '7',
  } as const;
  // How a body is invalid, and what a key may be named, has nothing to do with identifiers.
  const skip = ['refuses-body', 'refuses-messages', 'survives', 'variants', 'thorough+jwt-keys'];
  expect(await complaints({ identity, apiKey: '83749823749823749' }, { skip })).toEqual([]);
});

test('a name that ends beyond the BMP, a key whose letter case says nothing, and the ways of a service of its own', async () => {
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
    await complaints({ identity, apiKey }, { behave: () => withTastes(apiKey), skip: ['thorough+createJwtKey'] }),
  ).toEqual([]);
});

test.each([
  ['the first', 0],
  ['the second', 1],
])('%s of three installations that an earlier run has used up says nothing of rejected keys', async (_, used) => {
  await using server = await startCorrectServer({});
  const { apiKey, fixtures, url } = server;
  const { project, integration, installations = [] } = fixtures;
  const path = `/v1/projects/${project?.id}/integrations/${integration?.id}/installations/${installations[used]}`;
  await fetch(`${url}${path}`, { method: 'DELETE', headers: { 'X-Api-Key': apiKey } });
  const only = ({ title }: { title: string }) => title.startsWith('an installation is removed once');
  const records = await judge(server, { concurrency: 1, only });
  const findings = records.flatMap((record) => record.findings);
  expect(findings.filter(({ rule, result }) => rule === 'D03' && result !== 'holds')).toEqual([]);
});

function withTastes(apiKey: string): Behaviour {
  return async (request, forward) => {
    const { method, path, headers } = request;
    if (!path.startsWith('/v1/')) return page();
    if (path.includes('/installations/') && method !== 'DELETE') return ofInstallation(method);
    // A longer body may be nested deeper than the stack goes.
    const body = request.body.length < 20_000 ? jsonOf(request) : undefined;
    if (body && lacksList(body)) return problem(400, 'A list of objects is missing.');
    if (body && isImpossible(request, body)) return problem(422, 'That is impossible here.');
    const key = headers['x-api-key']?.toLowerCase() === apiKey ? apiKey : headers['x-api-key'];
    const answer = await forward({
      ...request,
      headers: { ...headers, ...(key !== undefined && { 'x-api-key': key }) },
    });
    return changed(request, answer);
  };
}

/** Whatever is asked outside of the interface. */
function page(): FaultyResponse {
  return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<!doctype html>') };
}

/** Installations may be read, which is more than the contract has; this one is not there. */
function ofInstallation(method: string): FaultyResponse {
  if (method === 'GET') return problem(404);
  return { ...problem(405), headers: { 'content-type': 'application/problem+json', allow: 'DELETE, GET' } };
}

function contentOf({ latestRevision }: JsonObject): JsonObject {
  return isObject(latestRevision) && isObject(latestRevision.content) ? latestRevision.content : {};
}

/** "Object with `objects` array" may be read so that the array has to be there. */
function lacksList(body: JsonObject): boolean {
  const { read, write, subscribe } = contentOf(body);
  return [read, write, subscribe].some((part) => isObject(part) && part.objects === undefined);
}

/** Limits that no schema shows, and what makes no sense together, in what keeps the schema (D08). */
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

/** An upsert that contradicts itself did not succeed; clocks tell tenths of a second; a 401 says what it was sent. */
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
