import type { Contract } from '../../src/contract/contract.ts';
import type { Example, Operation } from '../../src/contract/document/operation.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { tokens } from '../../src/contract/json-pointer.ts';
import type { Answer } from '../../src/run-result/wire.ts';
import { type BodyPlace, places, replaced } from '../engine/bodies/body-places.ts';
import { withManyItems } from '../engine/bodies/many-items.ts';
import {
  assertSingle,
  isSingle,
  nameOf,
  rulesOfViolation,
  sendInvalid,
  withInvalidValue,
} from '../engine/bodies/rejected-body.ts';
import { isLimit, relaxed } from '../engine/bodies/relaxed-limits.ts';
import { type InvalidBody, type InvalidValue, invalidBodies } from '../engine/bodies/violating-values.ts';
import type { Case } from '../engine/case.ts';
import { addressForTurn } from '../engine/request/addressed-by-name.ts';
import { withFreshNames } from '../engine/request/request.ts';
import { bodyOf, violationsOf } from '../engine/request/samples.ts';
import type { Scope } from '../engine/scope.ts';

/**
 * Cases with invalid bodies. Each body violates one constraint of the request schema, and is made from the largest
 * example that can violate this constraint. A case is untestable if the target rejects the unchanged example.
 */
export function* rejectsBody(contract: Contract, operation: Operation): Generator<Case> {
  const content = bodyOf(contract, operation);
  if (!content?.schema) return;
  const { schema } = content.schema;
  const done = new Set<string>();
  const constraints = new Set<string>();
  const examples = content.examples.toSorted((a, b) => size(b.value) - size(a.value));
  for (const example of examples) {
    for (const place of places(contract.root, schema, example.value)) {
      for (const invalid of invalidBodies(contract.root, example.value, place)) {
        const id = `${operation.operationId}/rejects-body/${nameOf(invalid)}/${invalid.id}`;
        if (done.has(invalid.group ?? id)) continue;
        // No case sends a body that the schema allows in one of its alternatives, or that violates more than one
        // constraint.
        if (!isSingle(invalid, violationsOf(contract, operation, invalid.body))) continue;
        done.add(invalid.group ?? id);
        const one = rejectionCase(contract, operation, schema, { ...invalid, example }, { id, turn: done.size });
        const constraint = `${nameOf(invalid)} ${invalid.keyword}`;
        yield constraints.has(constraint) ? { ...one, tags: ['thorough'] } : one;
        constraints.add(constraint);
      }
    }
  }
  const [largest] = examples;
  if (largest) yield* inLaterItems(contract, operation, schema, largest);
}

/**
 * The case with invalid values in the last item of an array and the last entry of a map, since a service may validate
 * only the first ones. The case violates each keyword of each place once.
 */
function* inLaterItems(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  largest: Example,
): Generator<Case> {
  const longer = { name: `${largest.name} with many items`, value: withManyItems(largest.value) };
  const example = violationsOf(contract, operation, longer.value).length === 0 ? longer : largest;
  const pathOf = ({ path }: BodyPlace) => path.join('/');
  const anyLater = (path: string) => path.replaceAll(/(?<=^|\/)[1-9]\d*(?=\/|$)/g, '+');
  const first = new Set(places(contract.root, schema, example.value).map(pathOf));
  const later = places(contract.root, schema, example.value, 'all').filter((place) => !first.has(pathOf(place)));
  const last = new Map(later.map((place) => [anyLater(pathOf(place)), place]));
  const invalid = new Map<string, InvalidBody>();
  for (const place of last.values()) {
    for (const one of invalidBodies(contract.root, example.value, place)) {
      const key = `${anyLater(one.pointer)} ${one.keyword}`;
      if (!invalid.has(key) && isSingle(one, violationsOf(contract, operation, one.body))) invalid.set(key, one);
    }
  }
  if (invalid.size === 0) return;
  const bodies = [...invalid.values()].map((one) => ({ one, rules: rulesOfViolation(contract, schema, one).rules }));
  yield {
    id: `${operation.operationId}/rejects-body/later-items`,
    title: `${operation.operationId} rejects a body with an invalid value in the last item of an array or a map`,
    tags: ['thorough'],
    rules: [...new Set(bodies.flatMap(({ rules }) => rules))],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation, example);
      for (const { rules, one } of bodies) {
        const body = withInvalidValue(one, withFreshNames(scope.session, schema, one.body));
        assertSingle(contract, operation, one, body);
        const answer = await sendInvalid(scope, operation, body);
        // The cases with the first item evaluate the status of the rejection.
        scope.rejected(answer, 400, `${nameOf(one)} ${one.what}`, rules, []);
      }
    },
  };
}

function rejectionCase(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  invalid: InvalidBody & { readonly example: Example },
  { id, turn }: { readonly id: string; readonly turn: number },
): Case {
  const { rules, statusRules } = rulesOfViolation(contract, schema, invalid);
  return {
    id,
    title: `${operation.operationId} rejects a body whose ${nameOf(invalid)} ${invalid.what}`,
    rules: [...new Set([...rules, ...statusRules])],
    operation,
    run: async (scope) => {
      const body = withInvalidValue(invalid, withFreshNames(scope.session, schema, invalid.body));
      assertSingle(contract, operation, invalid, body);
      await scope.requireAccepted(operation, invalid.example);
      const params = await addressForTurn(scope, operation, turn);
      const answer = await sendInvalid(scope, operation, body, params);
      const about = answer.status === 422 ? await withoutLimits(scope, operation, schema, invalid, body) : answer;
      scope.rejected(about ?? answer, 400, `${nameOf(invalid)} ${invalid.what}`, rules, statusRules);
    },
  };
}

/**
 * After a 422, sends the invalid value again in a body in which no other property (such as a maximum length) limits
 * this value, since such a limit may have caused the 422. Returns undefined if no property of the body limits the
 * invalid value.
 */
async function withoutLimits(
  scope: Scope,
  operation: Operation,
  schema: JsonObject,
  invalid: InvalidValue,
  body: unknown,
): Promise<Answer | undefined> {
  const { contract } = scope.session;
  const path = tokens(invalid.pointer);
  const isBeside = (place: BodyPlace) =>
    place.path.length === path.length &&
    place.path.at(-1) !== path.at(-1) &&
    place.path.slice(0, -1).every((token, index) => token === path[index]);
  const limits = [...places(contract.root, schema, body)].filter((place) => isBeside(place) && isLimit(place));
  if (limits.length === 0) return undefined;
  const relaxedBody = limits.reduce((changed, place) => replaced(changed, place.path, relaxed(place)), body);
  assertSingle(contract, operation, invalid, relaxedBody);
  return sendInvalid(scope, operation, relaxedBody);
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
