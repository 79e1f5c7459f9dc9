import type { Contract } from '../../../src/contract/contract.ts';
import {
  type Example,
  jsonContent,
  type MediaType,
  type Operation,
  type Parameter,
} from '../../../src/contract/document/operation.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import { chain, keyword } from '../../../src/contract/schema/schema-walk.ts';
import type { BrokenConstraint } from '../../../src/contract/schema/violation.ts';

/** By schema: the example that the suite has generated. */
const generated = new WeakMap<JsonObject, Example>();

/**
 * Generates an example for each JSON body and each required parameter that has no example in the document. A caller
 * must call `prepareSamples` before it creates the cases of a suite. `prepareSamples` loads the generator only if an
 * example is missing, since loading takes long.
 */
export async function prepareSamples(contract: Contract): Promise<void> {
  const shown = contract.operations.flatMap((operation) => [
    ...[jsonContent(operation) ?? []].flat(),
    ...operation.parameters.filter(({ in: place, required }) => required && place !== 'path'),
  ]);
  const schemas = shown
    .filter((one) => one.examples.length === 0 && valuesFromSchema(contract, one).length === 0)
    .flatMap(({ schema }) => (schema && !generated.has(schema.schema) ? [schema] : []));
  if (schemas.length === 0) return;
  const { makeSample } = await import('../generation/make-sample.ts');
  for (const schema of schemas) {
    const value = makeSample(contract, schema);
    if (value !== undefined) generated.set(schema.schema, { name: 'generated from the schema', value });
  }
}

const bodies = new WeakMap<Operation, MediaType>();

/**
 * The examples of the body in the first JSON media type of an operation. The examples come from the media type, from
 * its schema, or else from the generator (`prepareSamples`). The list is empty if no example is valid.
 *
 * @returns undefined if the operation has no JSON body
 */
export function bodyOf(contract: Contract, operation: Operation): MediaType | undefined {
  const known = bodies.get(operation);
  if (known) return known;
  const content = jsonContent(operation);
  if (!content) return undefined;
  const body = { ...content, examples: samplesOf(contract, content) };
  bodies.set(operation, body);
  return body;
}

/** The constraints of the request schema that a body violates after its conversion to JSON. */
export function violationsOf(contract: Contract, operation: Operation, body: unknown): readonly BrokenConstraint[] {
  return broken(contract, bodyOf(contract, operation)?.schema, body);
}

/**
 * The reason why the suite cannot send a valid body, with a hint how to fix the OpenAPI document; undefined if it can
 * send one.
 */
export function whyNoBody(contract: Contract, operation: Operation): string | undefined {
  const { operationId, requestBody } = operation;
  const body = bodyOf(contract, operation);
  if (!requestBody || (body && body.examples.length > 0)) return undefined;
  if (body) {
    return `${operationId} has no valid body. Add an \`example\` to its ${body.mediaType} that matches the schema`;
  }
  const types = requestBody.content.map(({ mediaType }) => mediaType).join(' and ');
  return `${operationId} accepts ${types || 'a body without a media type'}; the suite sends only JSON`;
}

type Shown = Pick<Parameter, 'schema' | 'examples'>;

/** The valid examples of a body or parameter in the OpenAPI document, or else a value generated from the schema. */
export function samplesOf(contract: Contract, shown: Shown): readonly Example[] {
  const fits = ({ value }: Example) => broken(contract, shown.schema, value).length === 0;
  const own = shown.examples.filter(fits);
  if (own.length > 0) return own;
  const fromSchema = valuesFromSchema(contract, shown).filter(fits);
  if (fromSchema.length > 0 || !shown.schema) return fromSchema;
  return [generated.get(shown.schema.schema) ?? []].flat();
}

/** The values in the keywords `examples`, `default`, `const` and `enum` of the schema. */
export function valuesFromSchema({ root }: Contract, { schema }: Shown): readonly Example[] {
  const nodes = chain(root, schema?.schema);
  const values = ['example', 'default', 'const'].map((name) => keyword(nodes, name));
  const lists = ['examples', 'enum'].map((name) => keyword(nodes, name));
  const all = [...values, ...lists.flatMap((list) => (Array.isArray(list) ? list : []))];
  return [...new Set(all.filter((value) => value !== undefined))].map((value, index) => ({
    name: index === 0 ? 'of the schema' : `of the schema (${index + 1})`,
    value,
  }));
}

function broken(contract: Contract, schema: Shown['schema'], value: unknown): readonly BrokenConstraint[] {
  return schema ? contract.checker(schema)(JSON.parse(JSON.stringify(value))) : [];
}

const largest = new WeakMap<Operation, Example | undefined>();

/** The valid example with the longest JSON. */
export function largestExample(contract: Contract, operation: Operation): Example | undefined {
  if (!largest.has(operation)) {
    const examples = bodyOf(contract, operation)?.examples ?? [];
    largest.set(operation, largestFirst(examples)[0]);
  }
  return largest.get(operation);
}

export function largestFirst(examples: readonly Example[]): Example[] {
  const size = ({ value }: Example) => JSON.stringify(value).length;
  return examples.toSorted((a, b) => size(b) - size(a));
}
