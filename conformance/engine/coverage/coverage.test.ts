import { expect, test } from 'vitest';
import { coveragePoints } from '../../../src/contract/document/coverage-points.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { CoverageRecorder } from './coverage.ts';

const points = coveragePoints(contract);
const sides = points.flatMap(({ id, sides }) => sides.map((side) => `${side} ${id}` as const));

interface Sent {
  readonly status: number;
  readonly body?: unknown;
  readonly path?: string;
  readonly method?: string;
  readonly apiKey?: string;
  readonly type?: string;
  readonly operationId?: string;
}

/** The coverage points that the exchanges cover. By default, an exchange is a request to createJwtKey. */
function shown(...exchanges: readonly Sent[]): string[] {
  const recorder = new CoverageRecorder(contract, 'right-key');
  for (const { status, body, path = '/v1/projects/p/jwt-keys', method = 'POST', ...rest } of exchanges) {
    const { apiKey = 'right-key', type = 'application/json', operationId } = rest;
    const headers = { 'X-Api-Key': apiKey, ...(body !== undefined && { 'Content-Type': type }) };
    const request = { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const operation = operationId === undefined ? undefined : contract.operation(operationId);
    recorder.record(request, { status, headers: {}, text: '', json: undefined, durationMs: 0 }, operation);
  }
  return recorder.take();
}

const [example] = contract.operation('createJwtKey')?.requestBody?.content[0]?.examples ?? [];
const key = example?.value as Readonly<Record<string, unknown>>;
/**
 * The text for a coverage point in the result of `shown`, if rejected requests cover the coverage point. The text for
 * accepted requests begins with `accepted`.
 */
const refused = (point: string) => `refused ${point}` as const;
const label = (length: number) => ({ ...key, label: '\u{1F511}'.repeat(length) });

test('has a coverage point for each operation, status, media type, parameter and constraint of the document', () => {
  for (const side of [
    'accepted createJwtKey',
    refused('createJwtKey'),
    'accepted createJwtKey status 201',
    refused('createJwtKey status 415 application/problem+json'),
    refused('createJwtKey body application/json'),
    refused('createJwtKey parameter X-Api-Key'),
    'accepted createJwtKey parameter projectIdOrName',
    refused('createJwtKey body required'),
    refused('createJwtKey body /label required'),
    'accepted createJwtKey body /label maxLength 255',
    'accepted updateJwtKey body /updateMask/* enum active, label',
    refused('upsertProviderObjectMetadata body /fields/*/*/stringOptions/length minimum 1'),
  ]) {
    expect(sides).toContain(side);
  }
  expect(new Set(sides).size).toBe(sides.length);
  expect(sides).not.toContain(refused('createJwtKey status 201'));
});

test('counts a length limit as covered if an accepted value has exactly this number of code points', () => {
  expect(shown({ status: 201, body: label(255) })).toContain('accepted createJwtKey body /label maxLength 255');
  expect(shown({ status: 201, body: label(254) })).not.toContain('accepted createJwtKey body /label maxLength 255');
});

test('counts an enum as covered if the target accepted all of its values', () => {
  const update = (...updateMask: string[]) => ({
    status: 200,
    path: '/v1/projects/p/jwt-keys/k',
    method: 'PATCH',
    body: { updateMask, jwtKey: { active: true, label: 'a' } },
  });
  const id = 'accepted updateJwtKey body /updateMask/* enum active, label';
  expect(shown(update('label'), update('label'))).not.toContain(id);
  expect(shown(update('label'), update('active'))).toContain(id);
});

test('counts no constraint as covered by accepted requests if the body is invalid', () => {
  const seen = shown({ status: 201, body: { ...key, algorithm: 'RSA' } });
  expect(seen.filter((sighting) => sighting.includes('body /'))).toEqual([]);
});

test('counts a constraint as covered by rejected requests if a body violates only this constraint', () => {
  expect(shown({ status: 400, body: label(256) })).toContain(refused('createJwtKey body /label maxLength 255'));
  const both = shown({ status: 400, body: { ...label(256), algorithm: 'RSA' } });
  expect(both.filter((sighting) => sighting.includes('body /'))).toEqual([]);
  expect(shown({ status: 404, body: label(256) })).not.toContain(refused('createJwtKey body /label maxLength 255'));
});

test('counts a parameter as covered by rejected requests if only this parameter differs from an accepted request', () => {
  const at = (project: string, id: string, status: number) => ({
    status,
    method: 'DELETE',
    path: `/v1/projects/p/integrations/${project}/installations/${id}`,
  });
  const parameters = (...sent: Sent[]) => shown(...sent).filter((one) => /^refused \w+ parameter/.test(one));
  expect(parameters(at('i', 'a', 204), at('x', 'b', 404))).toEqual([]);
  expect(parameters(at('x', 'a', 404), at('i', 'a', 204))).toEqual([
    refused('deleteInstallation parameter integrationId'),
  ]);
  expect(parameters(at('i', 'a', 204), at('i', 'a', 404))).toEqual([]);
});

test('counts the header with the API key as covered by rejected requests only after a 401 to a wrong API key', () => {
  const id = refused('createJwtKey parameter X-Api-Key');
  expect(shown({ status: 401, apiKey: 'wrong-key' })).toContain(id);
  expect(shown({ status: 401 })).not.toContain(id);
});

test('counts only the status as covered by a response to a method that the document does not define', () => {
  expect(shown({ status: 405, method: 'PUT' })).toEqual([refused('createJwtKey status 405')]);
});

test('returns each sighting once', () => {
  const seen = shown({ status: 201, body: key }, { status: 201, body: key });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((sighting) => !sides.includes(sighting as (typeof sides)[number]))).toEqual([]);
});
