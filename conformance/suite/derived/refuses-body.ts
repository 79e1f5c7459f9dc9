import type { Contract } from '../../../src/contract/contract.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import type { Example, Operation } from '../../../src/contract/operation.ts';
import type { RuleReference } from '../../../src/contract/rule.ts';
import { referencesAt } from '../../../src/contract/schema-walk.ts';
import type { BrokenConstraint } from '../../../src/contract/violation.ts';
import type { Answer } from '../../target/answer.ts';
import type { Case } from '../case.ts';
import { fresh, toWire, validBody } from '../request.ts';
import { bodyOf, violationsOf } from '../samples.ts';
import type { Scope } from '../scope.ts';
import { type Breach, type Broken, breaches } from './breaches.ts';
import { isLimit, loosened } from './loosened.ts';
import { type Place, places, replaced } from './places.ts';

/** D05: each constraint of the request schema, broken alone in the fullest body that can show it. Its twin is the example itself. */
export function* refusesBody(contract: Contract, operation: Operation): Generator<Case> {
  const content = bodyOf(contract, operation);
  if (!content?.schema) return;
  const { schema } = content.schema;
  const done = new Set<string>();
  for (const example of content.examples.toSorted((a, b) => size(b.value) - size(a.value))) {
    for (const place of places(contract.root, schema, example.value)) {
      for (const breach of breaches(contract.root, example.value, place)) {
        const title = `${operation.operationId} refuses a body whose ${nameOf(breach)} ${breach.what}`;
        if (done.has(breach.alike ?? title)) continue;
        // Some schemas have ways out, or other constraints that go with this one.
        if (!isSingle(breach, violationsOf(contract, operation, breach.body))) continue;
        done.add(breach.alike ?? title);
        yield refused(contract, operation, schema, { ...breach, example }, title);
      }
    }
  }
}

function refused(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  breach: Breach & { readonly example: Example },
  title: string,
): Case {
  const { rules, statusRules } = judgedBy(contract, schema, breach);
  return {
    title,
    rules: [...new Set([...rules, ...statusRules])],
    operation,
    run: async (scope) => {
      const body = withoutRepair(breach, fresh(scope.session, schema, breach.body));
      assertSingle(contract, operation, breach, body);
      await scope.twin(operation, breach.example);
      const answer = await answerTo(scope, operation, body);
      const about = answer.status === 422 ? await withoutLimits(scope, operation, schema, breach, body) : answer;
      scope.refused(about ?? answer, 400, `${nameOf(breach)} ${breach.what}`, rules, statusRules);
    },
  };
}

/** A value that is wrong may be refused for what stands beside it (D08): the answer where that limits nothing. */
async function withoutLimits(
  scope: Scope,
  operation: Operation,
  schema: JsonObject,
  breach: Broken,
  body: unknown,
): Promise<Answer | undefined> {
  const { contract } = scope.session;
  const path = tokens(breach.pointer);
  const isBeside = (place: Place) =>
    place.path.length === path.length &&
    place.path.at(-1) !== path.at(-1) &&
    place.path.slice(0, -1).every((token, index) => token === path[index]);
  const limits = [...places(contract.root, schema, body)].filter((place) => isBeside(place) && isLimit(place));
  if (limits.length === 0) return undefined;
  const loose = limits.reduce((changed, place) => replaced(changed, place.path, loosened(place)), body);
  assertSingle(contract, operation, breach, loose);
  return answerTo(scope, operation, loose);
}

/** The answer to a body that is wrong. @throws Untestable when what the path names is not there for a valid one, either */
export async function answerTo(scope: Scope, operation: Operation, body: unknown): Promise<Answer> {
  const wire = await toWire(scope.session, { operation, body });
  const answer = await scope.sendWire(wire, operation);
  if (answer.status === 404) {
    const valid = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
    const { status } = await scope.sendWire({ ...valid, path: wire.path }, operation);
    scope.mustHold(status !== 404, `a valid body is answered with 404 under ${wire.path}, too`);
  }
  return answer;
}

/** The rules that a breach breaks, and those of the status of its refusal. */
export function judgedBy(contract: Contract, schema: JsonObject, breach: Broken) {
  const references = referencesOf(contract, schema, breach);
  const ids = (of: readonly RuleReference[]) => [...new Set(of.map(({ id }) => id))];
  const rules = references.length > 0 ? ids(references) : ['D05'];
  // `null` for what may be left out is refused, as a wrong type (D05) or as no value (D43): the status is open.
  if (breach.what === 'is null' && !breach.required) return { rules, statusRules: [] };
  return { rules, statusRules: ['D05', ...ids(references.filter((rule) => rule.for?.includes('refusal')))] };
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

/** Whether these are violations of the constraint, and of no other place. */
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

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
