import * as fc from 'fast-check';
import type { Contract } from '../../src/contract/contract.ts';
import { createFaker, generate } from '../../src/contract/generate.ts';
import {
  type Example,
  jsonContent,
  type MediaType,
  type Operation,
  type Parameter,
} from '../../src/contract/operation.ts';
import { chain, keyword } from '../../src/contract/schema-walk.ts';
import type { BrokenConstraint } from '../../src/contract/violation.ts';
import { arbitraryBody } from './explore/arbitrary.ts';

const SEED = 1;
/** Of a schema that says more than the generators follow, one of so many values may fit it still. */
const TRIES = 100;

const faker = await createFaker(SEED);

const bodies = new WeakMap<Operation, MediaType>();

/**
 * The body that the suite sends: of the first media type that is JSON. Its examples are those of the media type, else
 * those of the schema, else one that is made from the schema, the same in every run; none where nothing fits.
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

/** Examples that fit: those of the document; without one, a value that is made from the schema. */
export function samplesOf(contract: Contract, shown: Shown): readonly Example[] {
  const fits = ({ value }: Example) => broken(contract, shown.schema, value).length === 0;
  const own = shown.examples.filter(fits);
  if (own.length > 0) return own;
  const told = toldBySchema(contract, shown).filter(fits);
  return told.length > 0 ? told : made(contract, shown).filter(fits).take(1).toArray();
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

/** Believable ones first, then any that the schema may take. */
function* made({ root }: Contract, { schema, examples }: Shown): Generator<Example> {
  if (!schema) return;
  const name = 'that is made from the schema';
  faker.seed(SEED);
  const makers = [
    () => [generate(root, schema.schema, faker)],
    () => fc.sample(arbitraryBody(root, { mediaType: '', schema, examples }), { seed: SEED, numRuns: TRIES }),
  ];
  for (const make of makers) for (const value of attempt(make)) yield { name, value };
}

/** Nothing where a generator gives up: it cannot make what every pattern asks for. */
function attempt(make: () => readonly unknown[]): readonly unknown[] {
  try {
    return make();
  } catch {
    return [];
  }
}

function broken(contract: Contract, schema: Shown['schema'], value: unknown): readonly BrokenConstraint[] {
  return schema ? contract.checker(schema)(JSON.parse(JSON.stringify(value))) : [];
}
