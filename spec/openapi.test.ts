import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Contract } from '../src/contract/contract.ts';
import { loadDocument } from '../src/contract/document/document.ts';
import type { MediaType, Operation, Parameter } from '../src/contract/document/operation.ts';
import { allRules } from '../src/contract/document/rule.ts';
import { locateRules } from '../src/contract/document/rule-places.ts';
import { isObject, type JsonObject } from '../src/contract/json.ts';
import { loadRequirements } from '../src/contract/requirement.ts';
import { chain, child, type SchemaChain } from '../src/contract/schema/schema-walk.ts';
import { parseYaml } from '../src/contract/yaml.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../src/project.ts';
import { control } from '../test/helpers/mock.ts';
import { FORMATS } from './formats/index.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE), FORMATS);
const requirements = loadRequirements(REQUIREMENTS_FILE);

/** Lists the parameters, headers and bodies of an operation, each with a name for the test title. */
function partsWithExamples(operation: Operation): [string, MediaType | Parameter][] {
  const { operationId, parameters, requestBody, responses } = operation;
  return [
    ...parameters.map((parameter) => [`${operationId} ${parameter.name}`, parameter] as [string, Parameter]),
    ...(requestBody?.content ?? []).map((content) => [`${operationId} request`, content] as [string, MediaType]),
    ...responses.flatMap(({ status, content, headers }) => [
      ...content.map((mediaType) => [`${operationId} ${status}`, mediaType] as [string, MediaType]),
      ...headers.map((header) => [`${operationId} ${status} ${header.name}`, header] as [string, Parameter]),
    ]),
  ];
}

describe('the OpenAPI document', () => {
  test('declares the seven operations of the service', () => {
    const operationIds = contract.operations.map(({ operationId }) => operationId).toSorted();
    expect(operationIds).toEqual(
      expect.arrayContaining([
        'createIntegration',
        'createInvite',
        'createJwtKey',
        'deleteInstallation',
        'updateJwtKey',
        'upsertIntegrationObjectMetadata',
        'upsertProviderObjectMetadata',
      ]),
    );
  });

  test('declares only paths that begin with /v1 (D01)', () => {
    expect(contract.basePath).toBe('/v1');
  });

  const written = parseYaml(readFileSync(OPENAPI_FILE, 'utf8'));

  test('repeats no object by a YAML alias, since oas-validator and openapi-generator reject aliases', () => {
    const objects = [...objectsIn(written)];
    expect(objects.filter((object, index) => objects.indexOf(object) !== index)).toEqual([]);
  });

  test('describes its servers with letters, digits, spaces and commas, since Bruno uses the descriptions as file names', () => {
    const servers = Object.values(contract.root.servers ?? {}).filter(isObject);
    expect(servers.map(({ url }) => url)).toEqual(['http://127.0.0.1:4010/v1', '{address}/v1']);
    for (const { description } of servers) expect(description).toMatch(/^[\w ,]+$/);
  });

  test.each(contract.operations.filter(({ requestBody }) => requestBody))(
    'defines the request body of $operationId without a reference, since swagger-typescript-api does not resolve it',
    ({ node }) => {
      expect(node.requestBody).toHaveProperty('content');
    },
  );

  const examples = contract.operations
    .flatMap(partsWithExamples)
    .flatMap(([place, { schema, examples }]) => examples.map((example) => ({ place, schema, ...example })));

  test.each(examples)('declares a valid example $name at $place', ({ schema, value }) => {
    expect(schema).toBeDefined();
    if (schema) expect(contract.validator(schema, 'body')(value)).toEqual([]);
  });

  const problems = contract.operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, content }) =>
      content
        .filter(({ mediaType }) => mediaType === 'application/problem+json')
        .flatMap(({ examples }) => examples.map(({ name, value }) => ({ operationId, status, name, value }))),
    ),
  );

  test.each(problems)(
    'declares the problem document $name of $operationId with the same status as its response, $status (D23)',
    (problem) => {
      const { status } = problem.value as { status: unknown };
      const statuses = contract.operation(problem.operationId)?.responses.map((response) => response.status);
      if (problem.status !== 'default') expect(status).toBe(Number(problem.status));
      else expect(statuses).not.toContain(`${status}`);
    },
  );

  test.each(contract.operations)('declares an example of every body of $operationId', ({ requestBody, responses }) => {
    const contents = [
      ...(requestBody?.content ?? []),
      ...responses.filter(({ status }) => status !== 'default').flatMap(({ content }) => content),
    ];
    for (const content of contents) expect(content.examples.length).toBeGreaterThan(0);
  });

  test.each(contract.operations.filter(({ requestBody }) => requestBody))(
    'shows every property of the request body in the examples of $operationId',
    ({ requestBody }) => {
      const content = requestBody?.content[0];
      if (!content?.schema) throw new Error('no schema');
      const values = content.examples.map(({ value }) => value);
      expect(propertiesWithoutExample(chain(contract.root, content.schema.schema), values, '')).toEqual([]);
    },
  );

  test('names in the document only rules that requirements.yaml contains with the same basis', () => {
    const basisOf = new Map(requirements.map(({ id, basis }) => [id, basis]));
    for (const { rule, path } of allRules(contract.root)) {
      expect(basisOf.get(rule.id), `${rule.id} at /${path.join('/')}`).toBe(rule.basis);
    }
  });

  test('defines the correct name or value for each mistake in x-mistaken, and does not define the mistake itself', () => {
    const found = [...mistakes(contract.root)];
    expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['D41', 'D51', 'D52']));
    for (const { name, value, meant, rule, siblings, values } of found) {
      expect(requirements.find(({ id }) => id === rule)?.basis, `${rule}`).toBe('corrected');
      if (name !== undefined) expect(siblings).not.toContain(name);
      else {
        expect(values).not.toContain(value);
        expect(values).toContain(meant);
      }
    }
  });

  test('names every corrected rule and every decided rule in the document', () => {
    const found = new Set([...allRules(contract.root)].map(({ rule }) => rule.id));
    const missing = requirements.filter(
      ({ id, basis }) => basis !== 'documented' && id.startsWith('D') && !found.has(id),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});

describe('the document of the control API', () => {
  const bodies = control.operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...responses]
      .flatMap((message) => message?.content ?? [])
      .map((content) => ({ operationId, content })),
  );

  test.each(bodies)(
    'declares a schema that ajv can compile for every body of $operationId',
    ({ content: { schema, examples } }) => {
      if (!schema) throw new Error('no schema');
      const validate = control.validator(schema, 'body');
      for (const { value } of examples) expect(validate(value)).toEqual([]);
    },
  );
});

function* objectsIn(node: unknown): Generator<object> {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  for (const member of Object.values(node)) yield* objectsIn(member);
}

interface Mistake {
  readonly name?: string;
  readonly value?: string;
  readonly meant?: string;
  readonly rule?: string;
  /** Names of all properties of the object schema that contains the mistaken property. */
  readonly siblings: readonly string[];
  readonly values: unknown;
}

/**
 * Yields the items of `x-mistaken`, each with the property names and enum values that the document defines at the same
 * node.
 */
function* mistakes(node: unknown, siblings: readonly string[] = []): Generator<Mistake> {
  if (Array.isArray(node)) for (const item of node) yield* mistakes(item);
  if (!isObject(node)) return;
  const here = Array.isArray(node['x-mistaken']) ? node['x-mistaken'] : [];
  for (const item of here) yield { ...item, siblings, values: node.enum };
  for (const [name, value] of Object.entries(node)) {
    if (name === 'properties' && isObject(value)) {
      for (const member of Object.values(value)) yield* mistakes(member, Object.keys(value));
    } else yield* mistakes(value);
  }
}

/** Lists the paths of the properties in the schema that occur in none of the example values. */
function propertiesWithoutExample(nodes: SchemaChain, values: readonly unknown[], path: string): string[] {
  const flat = values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  if (values.some(Array.isArray)) {
    const items = child(contract.root, nodes, '0');
    return items ? propertiesWithoutExample(items, flat, `${path}/*`) : [];
  }
  const objects = flat.filter(isObject);
  const names = nodes.flatMap((node) => (isObject(node.properties) ? Object.keys(node.properties) : []));
  if (names.length === 0) {
    const members = child(contract.root, nodes, 'any');
    return members ? propertiesWithoutExample(members, objects.flatMap(Object.values), `${path}/*`) : [];
  }
  return names.flatMap((name) => {
    const shown = objects.filter((object: JsonObject) => Object.hasOwn(object, name)).map((object) => object[name]);
    if (shown.length === 0) return [`${path}/${name}`];
    const next = child(contract.root, nodes, name);
    return next ? propertiesWithoutExample(next, shown, `${path}/${name}`) : [];
  });
}

test('finds the line of the document that names a rule or an operation', () => {
  const text = readFileSync(OPENAPI_FILE, 'utf8');
  const lines = text.split('\n');
  const { rules, operations } = locateRules(text);
  for (const [id, places] of rules) {
    for (const { line } of places) expect(lines[line - 1]).toContain(`id: ${id}`);
  }
  for (const [operationId, { line }] of operations) expect(lines[line - 1]).toContain(`operationId: ${operationId}`);
  const withoutPlace = requirements.filter(({ id }) => !rules.has(id));
  // S01 applies to operations without a rule of their own, so the document does not name S01.
  expect(withoutPlace.map(({ id }) => id)).toEqual(['S01']);
});
