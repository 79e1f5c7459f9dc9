import type { Faker } from '@faker-js/faker';
import type { Contract } from '../../src/contract/contract.ts';
import { DataError } from '../../src/contract/data-error.ts';
import { nearest } from '../../src/contract/explain/spelling.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { valueAt } from '../../src/contract/json-pointer.ts';
import { createFaker, generate } from '../../src/contract/sample/generate.ts';
import { chain, keyword } from '../../src/contract/schema/schema-walk.ts';
import type { Clock } from '../core/clock.ts';
import type { Kind, Kinds } from '../core/kinds.ts';
import type { RecordCounts, World } from '../core/service.ts';
import { toText } from '../stores/key-text.ts';
import { completeState } from './state.ts';

/**
 * Largest number of attempts to generate one valid record whose key and unique values differ from all other records.
 */
const ATTEMPTS = 100;

interface Source {
  readonly contract: Contract;
  readonly control: Contract;
  readonly kinds: Kinds;
  readonly clock: Clock;
  readonly seed: number | undefined;
}

/**
 * Returns the state with additional generated records. Each generated record is valid, and its parents exist. With the
 * same random seed (`source.seed`), the generated records have the same values.
 *
 * @throws DataError when a collection is unknown, a number is invalid, or the function finds no further valid record
 */
export async function generateRecords(counts: RecordCounts, state: World, source: Source): Promise<World> {
  requireValid(counts, source.kinds);
  const faker = await createFaker(source.seed);
  const world: Record<string, JsonObject[]> = Object.fromEntries(
    Object.entries(completeState(source.kinds, state)).map(([name, records]) => [name, [...records] as JsonObject[]]),
  );
  for (const kind of source.kinds.values()) addRecords(kind, counts[kind.model.collection] ?? 0, world, faker, source);
  return world;
}

function requireValid(counts: RecordCounts, kinds: Kinds): void {
  const known = [...kinds.values()].map(({ model }) => model.collection);
  for (const [name, count] of Object.entries(counts)) {
    const similar = nearest(name, known)?.word;
    if (!known.includes(name))
      throw new DataError(
        `generate: "${name}" is not a collection${similar === undefined ? '.' : `; did you mean "${similar}"?`} Expected one of ${known.join(', ')}.`,
      );
    if (!Number.isInteger(count) || count < 0)
      throw new DataError(`generate: ${name} is ${count}; expected a whole number of records.`);
  }
}

function addRecords(
  kind: Kind,
  count: number,
  world: Record<string, JsonObject[]>,
  faker: Faker,
  { contract, control, clock }: Source,
): void {
  if (count === 0) return;
  const { collection, noun, type } = kind.model;
  const records = world[collection] ?? [];
  const validate = control.schema(type);
  const taken = new Set(records.flatMap((record) => identities(kind, record)));
  let [left, attempts, reason] = [count, ATTEMPTS, ''];
  while (left > 0) {
    const draft = draftOf(kind, contract, faker, clock);
    const record = { ...draft, ...parentsOf(kind, draft, world, faker) };
    const [violation] = validate(record, false);
    const ids = identities(kind, record);
    if (!violation && !ids.some((id) => taken.has(id))) {
      records.push(record);
      for (const id of ids) taken.add(id);
      [left, attempts] = [left - 1, ATTEMPTS];
      continue;
    }
    reason = violation?.detail ?? `Another ${noun} has the same record key or the same unique values.`;
    if (--attempts === 0)
      throw new DataError(`generate: the mock can generate only ${count - left} of ${count} ${collection}. ${reason}`);
  }
}

/**
 * Returns a text for the key of a record and, if the record has unique values, a text for these unique values. Each
 * returned text must differ from the returned texts of all other records.
 */
function identities(kind: Kind, record: JsonObject): string[] {
  const unique = kind.uniqueKey(record);
  return [toText(['key', ...kind.key(record)]), ...(unique ? [toText(['unique', ...unique])] : [])];
}

/**
 * Generates a record. A property whose value is a time gets the default value of the property in a new record. A
 * property whose format has sample values gets one of these values.
 */
function draftOf({ model, resource }: Kind, contract: Contract, faker: Faker, clock: Clock): JsonObject {
  const { root, formats } = contract;
  const { schema } = model.schema;
  const draft = generate(root, schema, faker, { dynamic: true }) as JsonObject;
  const defaults = resource.defaults?.({}, clock) ?? {};
  const nodes = chain(root, schema);
  const [properties, required] = [keyword(nodes, 'properties'), keyword(nodes, 'required')];
  for (const [name, node] of Object.entries(isObject(properties) ? properties : {})) {
    const format = String(keyword(chain(root, node), 'format'));
    const samples = formats[format]?.samples?.() ?? [];
    if (samples.length > 0) draft[name] = faker.helpers.arrayElement(samples);
    if (format !== 'date-time') continue;
    if (defaults[name] !== undefined) draft[name] = defaults[name];
    else if (!Array.isArray(required) || !required.includes(name)) delete draft[name];
  }
  return draft;
}

/**
 * Chooses parents for a generated record, and returns the properties that identify the parents. The last parent in the
 * key of the generated record is a random record, and this parent determines the parents above it.
 */
function parentsOf(
  kind: Kind,
  draft: JsonObject,
  world: Readonly<Record<string, readonly JsonObject[]>>,
  faker: Faker,
): JsonObject {
  const values: JsonObject = {};
  for (const part of kind.model.key.toReversed()) {
    const parent = kind.parentOf(part, draft);
    if (!parent || part.name in values) continue;
    const candidates = world[parent.model.collection] ?? [];
    if (candidates.length === 0)
      throw new DataError(
        `generate: ${kind.model.collection} need a parent of the kind ${parent.model.noun}, and the state has none.`,
      );
    const owner = faker.helpers.arrayElement(candidates);
    values[part.name] = parent.id(owner);
    for (const { name, pointer, parent: above } of parent.model.key)
      if (above !== undefined) values[name] ??= valueAt(owner, pointer);
  }
  return values;
}
