import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { RuleReference } from '../../../src/contract/document/rule.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import { referencesAt } from '../../../src/contract/schema/schema-walk.ts';
import type { BrokenConstraint } from '../../../src/contract/schema/violation.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { toWire, validBody } from '../request/request.ts';
import { violationsOf } from '../request/samples.ts';
import type { Scope } from '../scope.ts';
import type { InvalidBody, InvalidValue } from './violating-values.ts';

/**
 * Sends an invalid body.
 *
 * @throws Untestable if a valid body that is sent to the same path as the invalid body also gets a 404
 */
export async function sendInvalid(
  scope: Scope,
  operation: Operation,
  body: unknown,
  params: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const wire = await toWire(scope.session, { operation, params, body });
  const answer = await scope.sendWire(wire, operation);
  if (answer.status === 404) {
    const valid = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
    const { status } = await scope.sendWire({ ...valid, path: wire.path }, operation);
    scope.require(status !== 404, `the target also responds with 404 to a valid body under ${wire.path}`);
  }
  return answer;
}

/**
 * The rules that a target breaks if it accepts an invalid body (`rules`) or rejects it with a wrong status
 * (`statusRules`).
 */
export function rulesOfViolation(contract: Contract, schema: JsonObject, invalid: InvalidValue) {
  const references = referencesOf(contract, schema, invalid);
  const ids = (of: readonly RuleReference[]) => [...new Set(of.map(({ id }) => id))];
  const rules = references.length > 0 ? ids(references) : ['malformed-body'];
  // A server may read `null` in an optional property as a wrong type (`malformed-body`) or as a missing value, so any
  // 4xx is right.
  if (invalid.id === 'null' && !invalid.required) return { rules, statusRules: [] };
  return { rules, statusRules: ['malformed-body', ...ids(references.filter((rule) => rule.for?.includes('refusal')))] };
}

/**
 * The rules that the OpenAPI document assigns to the schema of the invalid value. A body without a required property
 * breaks the rules of the object that lacks the property.
 */
function referencesOf(
  contract: Contract,
  schema: JsonObject,
  { pointer, keyword }: InvalidValue,
): readonly RuleReference[] {
  const path = tokens(pointer);
  return referencesAt(contract.root, schema, keyword === 'required' ? path.slice(0, -1) : path, keyword);
}

/** A copy of `filled`, the body with fresh names, in which the invalid value of the original body is restored. */
export function withInvalidValue({ pointer, body }: InvalidBody, filled: unknown): unknown {
  const path = tokens(pointer);
  const copy = structuredClone(filled);
  const name = path.at(-1);
  if (name === undefined) return body;
  const parent = path.slice(0, -1).reduce<unknown>((value, token) => (value as JsonObject)[token], copy) as JsonObject;
  const source = path.slice(0, -1).reduce<unknown>((value, token) => (value as JsonObject)[token], body) as JsonObject;
  if (Object.hasOwn(source, name)) parent[name] = source[name];
  return copy;
}

/** True if the violations contain the given constraint, and all violations are at the pointer of the invalid value. */
export function isSingle({ pointer, keyword }: InvalidValue, violations: readonly BrokenConstraint[]): boolean {
  const elsewhere = violations.filter((violation) => violation.pointer !== pointer);
  return elsewhere.length === 0 && violations.some((violation) => violation.keyword === keyword);
}

/**
 * Asserts that the sent body violates only the given constraint.
 *
 * @throws Error otherwise, since the suite has a fault
 */
export function assertSingle(contract: Contract, operation: Operation, invalid: InvalidValue, body: unknown): void {
  const { pointer, keyword } = invalid;
  const violations = violationsOf(contract, operation, body);
  if (!isSingle(invalid, violations)) {
    const found = violations.map((violation) => `${violation.keyword} at ${violation.pointer}`).join(', ');
    throw new Error(
      `A case must violate only ${keyword} at ${pointer} of ${operation.operationId}; it violates: ${found || 'nothing'}.`,
    );
  }
}

export function nameOf({ pointer }: Pick<InvalidValue, 'pointer'>): string {
  return tokens(pointer).join('.') || 'root';
}
