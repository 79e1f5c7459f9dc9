import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Contract } from '../../../src/contract/contract.ts';
import { loadDocument } from '../../../src/contract/document.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../../src/contract/project-files.ts';
import { loadRequirements } from '../../../src/contract/requirements.ts';
import { violationsOf } from '../derived/refuses-body.ts';
import { Session } from '../session.ts';
import { brokenBody, mistakes, schemaOf, validBodies } from './bodies.ts';
import { personal } from './personal.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const target = {
  baseUrl: 'http://127.0.0.1:1',
  apiKey: 'key',
  fixtures: { provider: 'salesforce' },
  presumed: false,
  runId: 'run',
  emailDomain: 'qa.example.org',
  timeoutMs: 1000,
};
const session = new Session(contract, loadRequirements(REQUIREMENTS_FILE), target);
const operations = contract.operations.filter(({ requestBody }) => requestBody);
const sample = <T>(values: fc.Arbitrary<T>, numRuns = 150, seed = 1) => fc.sample(values, { numRuns, seed });

test.each(operations)(
  'bodies for $operationId are valid by the document, with the names of the run in them',
  (operation) => {
    const bodies = sample(validBodies(session, operation)).map((body) => personal(session, schemaOf(operation), body));
    expect(bodies.flatMap((body) => violationsOf(contract, operation, body))).toEqual([]);
    const distinct = new Set(bodies.map((body) => JSON.stringify(body)));
    expect(distinct.size, 'they differ').toBeGreaterThan(30);
  },
);

test.each(operations)(
  'a mistake in a body for $operationId breaks one rule, and every kind of mistake comes',
  (operation) => {
    const made = sample(mistakes(session, operation), 400).flatMap(
      (mistake) => brokenBody(session, operation, mistake) ?? [],
    );
    for (const { breach, sent } of made) {
      const violations = violationsOf(contract, operation, sent);
      expect(new Set(violations.map(({ pointer }) => pointer))).toEqual(new Set([breach.pointer]));
      expect(violations.map(({ keyword }) => keyword)).toContain(breach.keyword);
    }
    expect(made.length).toBeGreaterThan(350);
    expect(new Set(made.map(({ breach }) => breach.keyword))).toContain('required');
    expect(new Set(made.map(({ breach }) => `${breach.pointer} ${breach.what}`)).size).toBeGreaterThan(10);
  },
);

test('the same seed makes the same bodies, another one others', () => {
  const [operation] = operations;
  if (!operation) throw new Error('the contract has no operation with a body');
  const bodies = (seed: number) => JSON.stringify(sample(validBodies(session, operation), 20, seed));
  expect(bodies(7)).toBe(bodies(7));
  expect(bodies(7)).not.toBe(bodies(8));
});

test('optional members come in all combinations, strings up to their longest', () => {
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
    String((personal(session, key ? schemaOf(key) : {}, body) as JsonObject).label),
  );
  const lengths = labels.map((label) => [...label].length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([1, 255]);
});

test('addresses are those of the domain that the run may invite', () => {
  const invite = contract.operation('createInvite');
  const addresses = sample(invite ? validBodies(session, invite) : fc.constant<JsonObject>({})).map(
    (body) => (personal(session, invite ? schemaOf(invite) : {}, body) as { email: string }).email,
  );
  expect(addresses.filter((address) => !/@([\w-]+\.)*qa\.example\.org$/.test(address))).toEqual([]);
});
