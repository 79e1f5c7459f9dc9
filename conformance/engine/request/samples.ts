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

/** What was made, by the schema. */
const made = new WeakMap<JsonObject, Example>();

/**
 * Makes what a document shows no value of: JSON bodies, and parameters that have to be there. To be awaited before its
 * cases are asked for; what makes values takes a while to load, and few documents need it.
 */
export async function prepareSamples(contract: Contract): Promise<void> {
  const shown = contract.operations.flatMap((operation) => [
    ...[jsonContent(operation) ?? []].flat(),
    ...operation.parameters.filter(({ in: place, required }) => required && place !== 'path'),
  ]);
  const schemas = shown
    .filter((one) => one.examples.length === 0 && toldBySchema(contract, one).length === 0)
    .flatMap(({ schema }) => (schema && !made.has(schema.schema) ? [schema] : []));
  if (schemas.length === 0) return;
  const { makeSample } = await import('../generation/make-sample.ts');
  for (const schema of schemas) {
    const value = makeSample(contract, schema);
    if (value !== undefined) made.set(schema.schema, { name: 'that is made from the schema', value });
  }
}

const bodies = new WeakMap<Operation, MediaType>();

/**
 * The body that the suite sends: of the first media type that is JSON. Its examples are those of the media type, else
 * those of the schema, else one that was made from the schema (`prepareSamples`); none where nothing fits.
 *
 * @returns undefined where the operation takes no body, or none of JSON
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

/** What a JSON body breaks, as its bytes are read. */
export function violationsOf(contract: Contract, operation: Operation, body: unknown): readonly BrokenConstraint[] {
  return broken(contract, bodyOf(contract, operation)?.schema, body);
}

/** Why no valid body can be sent, and what the document would have to say; undefined where one can. */
export function lackOfBody(contract: Contract, operation: Operation): string | undefined {
  const { operationId, requestBody } = operation;
  const body = bodyOf(contract, operation);
  if (!requestBody || (body && body.examples.length > 0)) return undefined;
  if (body) {
    return `no body could be made for ${operationId}: its ${body.mediaType} needs an \`example\` that its schema takes`;
  }
  const types = requestBody.content.map(({ mediaType }) => mediaType).join(' and ');
  return `${operationId} takes ${types || 'a body of no media type'}, and the suite sends only JSON`;
}

type Shown = Pick<Parameter, 'schema' | 'examples'>;

/** Examples that fit: those of the document; where it has none, a value that was made from the schema. */
export function samplesOf(contract: Contract, shown: Shown): readonly Example[] {
  const fits = ({ value }: Example) => broken(contract, shown.schema, value).length === 0;
  const own = shown.examples.filter(fits);
  if (own.length > 0) return own;
  const told = toldBySchema(contract, shown).filter(fits);
  if (told.length > 0 || !shown.schema) return told;
  return [made.get(shown.schema.schema) ?? []].flat();
}

/** The values that a schema itself has. */
export function toldBySchema({ root }: Contract, { schema }: Shown): readonly Example[] {
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

/** It is asked for by most cases. */
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
