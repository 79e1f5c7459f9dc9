import type { Contract } from '../../src/contract/contract.ts';
import { type Operation, successOf } from '../../src/contract/document/operation.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { append, valueAt } from '../../src/contract/json-pointer.ts';
import { rulesAt } from '../../src/contract/schema/schema-walk.ts';
import { type BodyPlace, places, replaced } from '../engine/bodies/body-places.ts';
import type { Case } from '../engine/case.ts';
import { otherAddressParams, succeedsByName } from '../engine/request/addressed-by-name.ts';
import { minimalBody } from '../engine/request/minimal-body.ts';
import { ANY_MEDIA_TYPE, validBody, withFreshNames } from '../engine/request/request.ts';
import { bodyOf, violationsOf } from '../engine/request/samples.ts';
import { primaryRule, statusRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';
import { attributedRules } from './attribution.ts';
import { type Boundary, boundaries } from './boundaries.ts';
import { changedExamples, type ValidBody, withOneProperty, withParameterNames } from './valid-bodies.ts';

/**
 * Cases with bodies that every implementation must accept: examples, the minimal body, boundary values, and variants
 * that the schema allows.
 */
export function* accepts(contract: Contract, operation: Operation): Generator<Case> {
  const content = bodyOf(contract, operation);
  if (!content?.schema || content.examples.length === 0) {
    if (!isDestructive(operation) && successOf(operation)) yield withoutBody(operation);
    return;
  }
  const { schema } = content.schema;
  const rules = [primaryRule(operation)];
  for (const { name, value } of content.examples) {
    yield acceptanceCase(contract, operation, schema, {
      id: `example-${name}`,
      what: `accepts the example ${name}`,
      body: value,
      example: value,
      rules,
    });
  }
  const examples = content.examples.map(({ value }) => value).toSorted((a, b) => size(a) - size(b));
  const [smallest, largest] = [examples[0], examples.at(-1)];
  // A schema may restrict combinations of values, so a body with several changes can be invalid although the body with
  // any single change is valid.
  const fits = (body: unknown) => violationsOf(contract, operation, body).length === 0;
  const minimal = minimalBody(contract, schema, smallest);
  if (fits(minimal)) {
    yield acceptanceCase(contract, operation, schema, {
      id: 'minimal',
      what: 'accepts a body with only the required properties',
      body: minimal,
      example: minimal,
      rules,
      accept: ANY_MEDIA_TYPE,
    });
  }
  for (const variant of [
    ...withOneProperty(contract, schema, largest),
    ...changedExamples(contract, schema, largest),
    withParameterNames(operation, largest),
  ]) {
    if (!fits(variant.body)) continue;
    yield acceptanceCase(contract, operation, schema, {
      ...variant,
      ...(variant.single && { single: variant.single.filter(fits) }),
      rules: variant.rules.length > 0 ? variant.rules : rules,
    });
  }
  yield* boundaryCases(contract, operation, schema, examples);
}

/** The case that tests that an operation without a body accepts a valid request. */
function withoutBody(operation: Operation): Case {
  return {
    id: `${operation.operationId}/accepts/request`,
    title: `${operation.operationId} accepts a valid request`,
    rules: [primaryRule(operation)],
    operation,
    run: async (scope) => {
      const body = validBody(scope.session, operation);
      scope.accepted(await scope.send({ operation, body }), operation, 'the request is valid');
    },
  };
}

/**
 * True if the operation deletes a fixture, which the run cannot create again. This file has no case for an operation
 * that deletes a fixture; the rule pack of the service tests such an operation.
 */
function isDestructive({ method, parameters }: Operation): boolean {
  return method === 'DELETE' && parameters.some(({ fixture }) => fixture !== undefined);
}

function acceptanceCase(contract: Contract, operation: Operation, schema: JsonObject, variant: ValidBody): Case {
  return {
    id: `${operation.operationId}/accepts/${variant.id}`,
    title: `${operation.operationId} ${variant.what}`,
    rules: [...new Set([...variant.rules, ...statusRule(operation)])],
    operation,
    run: (scope) => acceptsBody(scope, contract, operation, schema, variant),
  };
}

async function acceptsBody(
  scope: Scope,
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  variant: ValidBody,
): Promise<void> {
  const { id: _, what: __, body, example, rules, mayBeImpossible, single = [], ...rest } = variant;
  const answer = await scope.send({ operation, ...rest, body: withFreshNames(scope.session, schema, body) });
  // If the body differs from the example in several values, a service may reject the body but accept the example with
  // any one of the changed values. After a 422 to the body, the case sends one copy of the example per changed value,
  // in which no other value is changed.
  if (body !== example && answer.status === 422 && (mayBeImpossible || responses422(operation))) {
    for (const one of single)
      await acceptsBody(scope, contract, operation, schema, { ...variant, body: one, single: [] });
    if (single.length === 0) scope.holds(...rules, ...statusRule(operation));
    return;
  }
  if (answer.status < 400) scope.accepted(answer, operation, 'the body is valid', rules);
  else if (
    answer.status === 404 &&
    (await succeedsByName(scope, { operation, body: withFreshNames(scope.session, schema, body) }))
  )
    scope.accepted(answer, operation, 'the same request succeeds with the name of the resource', ['two-addresses']);
  else if (body !== example) {
    await requireExampleAccepted(scope, operation, schema, example);
    scope.accepted(answer, operation, 'the body is valid', rules);
  } else {
    scope.accepted(answer, operation, 'the body is valid', await attributedRules(scope, contract, operation, variant));
    if (answer.status === 409) await createsNothing(scope, operation, withFreshNames(scope.session, schema, body));
  }
}

/**
 * After a 409 to a body with a fresh name, sends a body with another fresh name, and reports a failure if the target
 * responds with 409 again. A record with the first fresh name may exist by coincidence.
 */
async function createsNothing(scope: Scope, operation: Operation, body: unknown): Promise<void> {
  const { status } = await scope.send({ operation, body });
  for (const rule of status === 409 ? statusRule(operation) : []) {
    scope.broken(rule, `${operation.operationId} responds with 409 to every fresh name`, 'a success', '409');
  }
}

/** Verifies that the target accepts the unchanged example. @throws Untestable if the target rejects the example */
async function requireExampleAccepted(
  scope: Scope,
  operation: Operation,
  schema: JsonObject,
  example: unknown,
): Promise<void> {
  const answer = await scope.send({ operation, body: withFreshNames(scope.session, schema, example) });
  scope.require(answer.status < 400, `the target also rejects the unchanged example (${answer.status})`);
}

function responses422({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '422');
}

function* boundaryCases(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  examples: readonly unknown[],
): Generator<Case> {
  const done = new Set<string>();
  for (const example of examples) {
    for (const place of places(contract.root, schema, example)) {
      for (const boundary of boundaries(place)) {
        const at = nameOf(place);
        const id = `${operation.operationId}/accepts-boundary/${at}/${boundary.id}`;
        if (done.has(id)) continue;
        const value = boundary.value(place.value);
        if (violationsOf(contract, operation, replaced(example, place.path, value)).length > 0) continue;
        done.add(id);
        const title = `${operation.operationId} accepts a body whose ${at} ${boundary.what}`;
        yield boundaryCase(contract, operation, schema, { boundary, place, example, id, title });
      }
    }
  }
}

/**
 * The property names on the path to a value, joined by dots. The function omits array indexes, so the result is the
 * same for all items of an array.
 */
function nameOf({ path }: BodyPlace): string {
  return path.filter((token) => !/^\d+$/.test(token)).join('.');
}

interface BoundaryRow {
  readonly boundary: Boundary;
  readonly place: BodyPlace;
  readonly example: unknown;
  readonly id: string;
  readonly title: string;
}

function boundaryCase(
  contract: Contract,
  operation: Operation,
  schema: JsonObject,
  { boundary, place, example, id, title }: BoundaryRow,
): Case {
  const found = rulesAt(contract.root, schema, place.path, boundary.keyword);
  const rules = found.length > 0 ? found : [primaryRule(operation)];
  return {
    id,
    title,
    rules,
    operation,
    run: async (scope) => {
      const valid = withFreshNames(scope.session, schema, example);
      const own = valueAt(valid, append('', ...place.path));
      const value = boundary.value(own);
      const first = await scope.send({ operation, body: replaced(valid, place.path, value) });
      // Some bodies must contain the same name in several properties. After a 422 to a body with a changed name, the
      // case sends a body in which all properties with the old name contain the new name.
      const isName = first.status === 422 && typeof own === 'string';
      const answer = isName ? await scope.send({ operation, body: renamed(valid, own, value) }) : first;
      if (answer.status === boundary.openStatus) return scope.holds(...rules);
      if (answer.status >= 400) await requireExampleAccepted(scope, operation, schema, example);
      const what = `a body whose ${place.path.join('.')} ${boundary.what} is valid`;
      if (!scope.accepted(answer, operation, what, rules) || isName) return;
      for (const params of await otherAddressParams(scope, operation)) {
        const fresh = withFreshNames(scope.session, schema, example);
        const body = replaced(fresh, place.path, boundary.value(valueAt(fresh, append('', ...place.path))));
        const elsewhere = await scope.send({ operation, params, body });
        if (elsewhere.status !== boundary.openStatus) scope.accepted(elsewhere, operation, what, rules);
      }
    },
  };
}

/** A copy of the body in which every occurrence of a value is replaced. */
function renamed(body: unknown, from: string, to: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => (value === from ? to : value));
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
