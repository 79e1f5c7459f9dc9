import * as fc from 'fast-check';
import type { Contract } from '../../../src/contract/contract.ts';
import type { SchemaLocation } from '../../../src/contract/document/operation.ts';
import { createFaker, generate } from '../../../src/contract/sample/generate.ts';
import { arbitraryBody } from './arbitrary.ts';

const SEED = 1;
/**
 * The number of values to generate. Some generated values may be invalid, since a schema may have keywords that the
 * generators ignore.
 */
const TRIES = 100;

const faker = await createFaker(SEED);

/**
 * A valid value of the schema, realistic if possible, and equal in every run; undefined if the generator finds no valid
 * value.
 */
export function makeSample(contract: Contract, schema: SchemaLocation): unknown {
  faker.seed(SEED);
  const content = { mediaType: '', schema, examples: [] };
  const makers = [
    () => [generate(contract.root, schema.schema, faker)],
    () => fc.sample(arbitraryBody(contract.root, content, contract.formats), { seed: SEED, numRuns: TRIES }),
  ];
  const check = contract.checker(schema);
  for (const make of makers) {
    const fitting = attempt(make).find((value) => check(value).length === 0);
    if (fitting !== undefined) return fitting;
  }
  return undefined;
}

/** The generated values; an empty list if the generator fails, for example because of a pattern. */
function attempt(make: () => readonly unknown[]): readonly unknown[] {
  try {
    return make();
  } catch {
    return [];
  }
}
