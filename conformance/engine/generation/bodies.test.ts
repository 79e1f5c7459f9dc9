import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { contract } from '../../../test/helpers/contract.ts';
import { suiteOf } from '../../../test/helpers/suite.ts';
import { violationsOf } from '../request/samples.ts';
import { Scope } from '../scope.ts';
import { Session } from '../session.ts';
import {
  acceptsValid,
  invalidBodyOf,
  invalidBodySeeds,
  mayReject,
  rejectsInvalid,
  schemaBodies,
  schemaOf,
  validBodies,
} from './bodies.ts';
import { withFreshValues } from './fresh-values.ts';

const target = {
  baseUrl: 'http://127.0.0.1:1',
  apiKey: 'key',
  fixtures: { provider: 'salesforce' },
  presumed: false,
  runId: 'run',
  emailDomain: 'qa.example.org',
  timeoutMs: 1000,
};
const session = new Session(suiteOf(contract).rules, target);
const operations = contract.operations.filter(({ requestBody }) => requestBody);
const sample = <T>(values: fc.Arbitrary<T>, numRuns = 150, seed = 1) => fc.sample(values, { numRuns, seed });

test.each(operations)(
  'generates valid bodies for $operationId, with names that contain the ID of the run',
  (operation) => {
    const bodies = sample(validBodies(session, operation)).map((body) =>
      withFreshValues(session, schemaOf(operation), body),
    );
    expect(bodies.flatMap((body) => violationsOf(contract, operation, body))).toEqual([]);
    const distinct = new Set(bodies.map((body) => JSON.stringify(body)));
    expect(distinct.size, 'distinct bodies').toBeGreaterThan(30);
  },
);

test.each(operations)(
  'generates bodies for $operationId that each violate the schema at one JSON Pointer, in more than ten different ways',
  (operation) => {
    const made = sample(invalidBodySeeds(session, operation), 400).flatMap(
      (mistake) => invalidBodyOf(session, operation, mistake) ?? [],
    );
    for (const { invalid, sent } of made) {
      const violations = violationsOf(contract, operation, sent);
      expect(new Set(violations.map(({ pointer }) => pointer))).toEqual(new Set([invalid.pointer]));
      expect(violations.map(({ keyword }) => keyword)).toContain(invalid.keyword);
    }
    expect(made.length).toBeGreaterThan(350);
    expect(new Set(made.map(({ invalid }) => invalid.keyword))).toContain('required');
    expect(new Set(made.map(({ invalid }) => `${invalid.pointer} ${invalid.what}`)).size).toBeGreaterThan(10);
  },
);

test('generates the same bodies from the same seed, and other bodies from another seed', () => {
  const [operation] = operations;
  if (!operation) throw new Error('the contract has no operation with a body');
  const bodies = (seed: number) => JSON.stringify(sample(validBodies(session, operation), 20, seed));
  expect(bodies(7)).toBe(bodies(7));
  expect(bodies(7)).not.toBe(bodies(8));
});

test('generates bodies with all combinations of optional properties, and strings up to their maximum length', () => {
  const options = ['length', 'defaultValue', 'values', 'valuesRestricted'];
  const metadata = contract.operation('upsertProviderObjectMetadata');
  const fields = sample(metadata ? validBodies(session, metadata) : fc.constant<JsonObject>({}), 400).flatMap(
    ({ fields }: JsonObject) => Object.values((fields ?? {}) as JsonObject).flat() as { stringOptions?: JsonObject }[],
  );
  const combinations = fields.flatMap(({ stringOptions }) =>
    stringOptions ? options.map((name) => Number(Object.hasOwn(stringOptions, name))).join('') : [],
  );
  expect(new Set(combinations).size).toBe(2 ** options.length);
  const key = contract.operation('createJwtKey');
  const labels = sample(key ? validBodies(session, key) : fc.constant<JsonObject>({}), 200).map((body) =>
    String((withFreshValues(session, key ? schemaOf(key) : {}, body) as JsonObject).label),
  );
  const lengths = labels.map((label) => [...label].length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 255]);
});

test('generates email addresses in the email domain of the run', () => {
  const invite = contract.operation('createInvite');
  const addresses = sample(invite ? validBodies(session, invite) : fc.constant<JsonObject>({})).map(
    (body) => (withFreshValues(session, invite ? schemaOf(invite) : {}, body) as { email: string }).email,
  );
  expect(addresses.filter((address) => !/@([\w-]+\.)*qa\.example\.org$/.test(address))).toEqual([]);
});

const answer = (status: number) => ({ status, headers: {}, text: '', json: undefined, durationMs: 1 });

function operation(operationId: string) {
  const found = contract.operation(operationId);
  if (!found) throw new Error(`the document has no ${operationId}`);
  return found;
}

/**
 * A scope whose target responds to the first request, which is valid, with the status `first`, and to all later
 * requests with `status`.
 */
function answered(status: number, first = status) {
  const fixtures = { ...target.fixtures, org: { id: 'o' }, project: { id: 'p', name: 'p' } };
  const own = new Session(suiteOf(contract).rules, { ...target, fixtures });
  let sent = 0;
  own.send = async () => answer(sent++ === 0 ? first : status);
  return { session: own, scope: new Scope(own), count: () => sent };
}

const ofResult = ({ findings }: Scope, wanted: string) =>
  findings.filter(({ rule, result }) => result === wanted && !['D15', 'D20', 'D26'].includes(rule));

test('reports the rules of the optional properties in a valid body that the service rejects', async () => {
  const key = operation('createJwtKey');
  const { session, scope } = answered(400);
  const [body] = sample(validBodies(session, key), 1);
  await acceptsValid(session, key).run(scope, body as JsonObject);
  const message = 'the target responds with 400; expected 201, because the body is valid';
  expect(ofResult(scope, 'broken')).toMatchObject([{ rule: 'D50', message }]);
  const taken = answered(201);
  await acceptsValid(taken.session, key).run(taken.scope, body as JsonObject);
  expect(ofResult(taken.scope, 'holds').map(({ rule }) => rule)).toContain('D50');
});

test('does not send a generated body that violates the document', async () => {
  const { session, scope, count } = answered(400);
  await acceptsValid(session, operation('createJwtKey')).run(scope, { label: '' });
  expect([count(), scope.findings]).toEqual([0, []]);
});

test('reports no failure if a service rejects a valid body with a status that the contract allows', async () => {
  const upsert = operation('upsertProviderObjectMetadata');
  expect([400, 401, 404, 422, 200, 500].filter((status) => mayReject(session, upsert, answer(status)))).toEqual([422]);
  expect(mayReject(session, operation('updateJwtKey'), answer(422))).toBe(false);
  const refusing = answered(422);
  const [body] = sample(validBodies(refusing.session, upsert), 1);
  await acceptsValid(refusing.session, upsert).run(refusing.scope, body as JsonObject);
  expect(ofResult(refusing.scope, 'broken').filter(({ message }) => message?.includes('body is valid'))).toEqual([]);
});

test('reports that a rule is broken if the target accepts an invalid body, and that it holds if the target rejects the body', async () => {
  const invite = operation('createInvite');
  const [mistake] = sample(invalidBodySeeds(session, invite), 1);
  if (!mistake) throw new Error('no invalid body was generated');
  const taking = answered(201);
  await rejectsInvalid(taking.session, invite).run(taking.scope, mistake);
  expect(ofResult(taking.scope, 'broken')).toContainEqual(
    expect.objectContaining({
      message: expect.stringMatching(/^the target responds with 201; expected 400, because `email` .+$/),
      expected: '400',
    }),
  );
  const refusing = answered(400, 201);
  await rejectsInvalid(refusing.session, invite).run(refusing.scope, mistake);
  expect(ofResult(refusing.scope, 'holds').map(({ rule }) => rule)).toContain('D05');
});

test('sends no invalid body if the target rejects a valid body', async () => {
  const invite = operation('createInvite');
  const [mistake] = sample(invalidBodySeeds(session, invite), 1);
  const { session: own, scope, count } = answered(400);
  const { run } = rejectsInvalid(own, invite);
  await expect(run(scope, mistake as { body: JsonObject; choice: number })).rejects.toThrow(/is rejected/);
  expect(count()).toBe(1);
});

test('throws Untestable for an operation without a request body', () => {
  expect(() => schemaBodies(session, operation('deleteInstallation'))).toThrow('deleteInstallation has no body');
});
