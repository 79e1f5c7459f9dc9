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
import type { Breach, Broken } from './violating-values.ts';

/** The answer to a body that is wrong. @throws Untestable when what the path names is not there for a valid one, either */
export async function answerTo(
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
    scope.mustHold(status !== 404, `a valid body is answered with 404 under ${wire.path}, too`);
  }
  return answer;
}

/** The rules that a breach breaks, and those of the status of its rejection. */
export function judgedBy(contract: Contract, schema: JsonObject, breach: Broken) {
  const references = referencesOf(contract, schema, breach);
  const ids = (of: readonly RuleReference[]) => [...new Set(of.map(({ id }) => id))];
  const rules = references.length > 0 ? ids(references) : ['malformed-body'];
  // `null` for what may be left out is rejected, as a wrong type (`malformed-body`) or as no value: the status is open.
  if (breach.id === 'null' && !breach.required) return { rules, statusRules: [] };
  return { rules, statusRules: ['malformed-body', ...ids(references.filter((rule) => rule.for?.includes('refusal')))] };
}

/** A member that is missing breaks the rule of the object that requires it. */
function referencesOf(contract: Contract, schema: JsonObject, { pointer, keyword }: Broken): readonly RuleReference[] {
  const path = tokens(pointer);
  return referencesAt(contract.root, schema, keyword === 'required' ? path.slice(0, -1) : path, keyword);
}

/** Fresh names are filled in everywhere but at the breach. */
export function withoutRepair({ pointer, body }: Breach, filled: unknown): unknown {
  const path = tokens(pointer);
  const copy = structuredClone(filled);
  const name = path.at(-1);
  if (name === undefined) return body;
  const parent = path.slice(0, -1).reduce<unknown>((value, token) => (value as JsonObject)[token], copy) as JsonObject;
  const source = path.slice(0, -1).reduce<unknown>((value, token) => (value as JsonObject)[token], body) as JsonObject;
  if (Object.hasOwn(source, name)) parent[name] = source[name];
  return copy;
}

/** True if these are violations of the constraint, and of no other place. */
export function isSingle({ pointer, keyword }: Broken, violations: readonly BrokenConstraint[]): boolean {
  const elsewhere = violations.filter((violation) => violation.pointer !== pointer);
  return elsewhere.length === 0 && violations.some((violation) => violation.keyword === keyword);
}

/** The bytes that go out break this constraint and no other: else the case is a fault of the suite. */
export function assertSingle(contract: Contract, operation: Operation, breach: Broken, body: unknown): void {
  const { pointer, keyword } = breach;
  const violations = violationsOf(contract, operation, body);
  if (!isSingle(breach, violations)) {
    const found = violations.map((violation) => `${violation.keyword} at ${violation.pointer}`).join(', ');
    throw new Error(
      `A case should break ${keyword} at ${pointer} of ${operation.operationId} alone, but breaks: ${found || 'nothing'}.`,
    );
  }
}

export function nameOf({ pointer }: Pick<Broken, 'pointer'>): string {
  return tokens(pointer).join('.') || 'root';
}
