import * as fc from 'fast-check';
import { jsonContent, type Operation } from '../../../src/contract/document/operation.ts';
import { rulesOf } from '../../../src/contract/document/rule.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import { rulesAt } from '../../../src/contract/schema/schema-walk.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { places } from '../bodies/body-places.ts';
import { isSingle, nameOf, rulesOfViolation, withInvalidValue } from '../bodies/rejected-body.ts';
import { type InvalidBody, invalidBodies } from '../bodies/violating-values.ts';
import type { Property } from '../property.ts';
import { bodyOf, violationsOf } from '../request/samples.ts';
import { primaryRule } from '../rules/rules.ts';
import type { Scope } from '../scope.ts';
import type { Session } from '../session.ts';
import { MissingExample, Untestable } from '../untestable.ts';
import { arbitraryBody } from './arbitrary.ts';
import { withFreshValues } from './fresh-values.ts';

/** Generates bodies by the request schema of an operation. A later step inserts the unique names of the run. */
export function schemaBodies({ contract }: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const content = bodyOf(contract, operation);
  if (!content?.schema) throw new Untestable(`${operation.operationId} has no body`);
  try {
    return arbitraryBody(contract.root, content, contract.formats) as fc.Arbitrary<JsonObject>;
  } catch (error) {
    throw new MissingExample(`no bodies can be generated for ${operation.operationId}: ${(error as Error).message}`);
  }
}

/** Generates bodies that are valid by the schema and by the semantic rules of the service. */
export function validBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  return schemaBodies(session, operation).map((body) => session.rules.makeValid(operation, body));
}

export function schemaOf(operation: Operation): JsonObject {
  return jsonContent(operation)?.schema?.schema ?? {};
}

/** The property "the service accepts every valid body", which an exploration tests with generated bodies. */
export function acceptsValid(session: Session, operation: Operation): Property<JsonObject> {
  return {
    values: validBodies(session, operation),
    run: async (scope, value) => {
      const body = withFreshValues(session, schemaOf(operation), value);
      // The generator ignores some keywords of JSON Schema, so some values are invalid.
      if (violationsOf(session.contract, operation, body).length > 0) return;
      const answer = await scope.send({ operation, body });
      if (mayReject(session, operation, answer)) return;
      scope.accepted(answer, operation, 'the body is valid', rulesOfOptional(session, operation, body));
    },
  };
}

/** The property "the service rejects a body that violates one constraint of the schema", which an exploration tests. */
export function rejectsInvalid(session: Session, operation: Operation): Property<InvalidBodySeed> {
  return {
    values: invalidBodySeeds(session, operation),
    run: async (scope, seed) => {
      await scope.requireAccepted(operation);
      await sendInvalidBody(scope, operation, seed, {});
    },
  };
}

/** A valid body, and a number that selects the value to change and the kind of violation. */
export interface InvalidBodySeed {
  readonly body: JsonObject;
  readonly choice: number;
}

export function invalidBodySeeds(session: Session, operation: Operation): fc.Arbitrary<InvalidBodySeed> {
  return fc.record({
    body: validBodies(session, operation).map((body) => session.rules.makeFullyEvaluated(operation, body)),
    choice: fc.noShrink(fc.nat()),
  });
}

/**
 * The invalid body to send, and the description of its violation; undefined if the body would violate more than one
 * constraint.
 */
export function invalidBodyOf(
  session: Session,
  operation: Operation,
  { body, choice }: InvalidBodySeed,
): { sent: unknown; invalid: InvalidBody } | undefined {
  const schema = schemaOf(operation);
  const invalid = chosenViolation(session, schema, body, choice);
  const sent = invalid && withInvalidValue(invalid, withFreshValues(session, schema, invalid.body));
  return invalid && isSingle(invalid, violationsOf(session.contract, operation, sent)) ? { sent, invalid } : undefined;
}

/**
 * Sends the invalid body and evaluates whether the target rejects it.
 *
 * @returns undefined if there is no invalid body to send (see `invalidBodyOf`)
 */
export async function sendInvalidBody(
  scope: Scope,
  operation: Operation,
  mistake: InvalidBodySeed,
  params: Readonly<Record<string, string>>,
): Promise<{ sent: unknown; rule: string; answer: Answer } | undefined> {
  const { sent, invalid } = invalidBodyOf(scope.session, operation, mistake) ?? {};
  if (!invalid) return undefined;
  const { rules, statusRules } = rulesOfViolation(scope.session.contract, schemaOf(operation), invalid);
  const answer = await scope.send({ operation, params, body: sent });
  scope.rejected(answer, 400, `\`${nameOf(invalid)}\` ${invalid.what}`, rules, statusRules);
  return { sent, rule: rules[0] ?? 'malformed-body', answer };
}

/**
 * Selects first a value inside the body and then a violation of its schema, so that the function does not prefer values
 * with many possible violations.
 */
function chosenViolation(
  { contract }: Session,
  schema: JsonObject,
  body: unknown,
  choice: number,
): InvalidBody | undefined {
  const all = [...places(contract.root, schema, body, 'all')];
  for (const place of ranked(all, choice, ({ path }) => path.filter((token) => !/^\d+$/.test(token)).join('/'))) {
    const [invalid] = ranked([...invalidBodies(contract.root, body, place)], choice, ({ what }) => what);
    if (invalid) return invalid;
  }
  return undefined;
}

/**
 * Sorts the items by a hash of `choice` and the name of each item, so that the order stays the same while fast-check
 * shrinks a body.
 */
function ranked<T>(all: readonly T[], choice: number, name: (one: T) => string): T[] {
  const rank = new Map(all.map((one) => [one, hash(`${choice} ${name(one)}`)]));
  return all.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/** The hash function FNV-1a, with an additional mixing step. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
}

/**
 * True if the target may reject a valid body with the given status: a requirement with the level MAY permits the
 * status, or the status is a 422 that the document does not list.
 */
export function mayReject(session: Session, { responses }: Operation, { status }: Answer): boolean {
  const response = responses.find((one) => one.status === String(status));
  if (!response) return status === 422;
  const rules = rulesOf(response.node);
  return status >= 400 && rules.length > 0 && rules.every(({ id }) => session.rules.requirement(id)?.level === 'MAY');
}

/** The IDs of the rules about the optional properties in a body; the main rule of the operation if there are none. */
function rulesOfOptional({ contract }: Session, operation: Operation, body: unknown): string[] {
  const schema = schemaOf(operation);
  const optional = [...places(contract.root, schema, body, 'all')].filter(({ required }) => !required);
  const rules = optional.flatMap(({ path }) => rulesAt(contract.root, schema, path, 'type'));
  return rules.length > 0 ? [...new Set(rules)] : [primaryRule(operation)];
}
