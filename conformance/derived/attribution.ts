import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject } from '../../src/contract/json.ts';
import { keyword, memberNames, rulesAt } from '../../src/contract/schema/schema-walk.ts';
import { isSuccess } from '../connection/answer.ts';
import { type BodyPlace, places } from '../engine/bodies/body-places.ts';
import { rulesOfMistakes } from '../engine/bodies/common-mistakes.ts';
import { firstItems, minimalBody } from '../engine/request/minimal-body.ts';
import { withFreshNames } from '../engine/request/request.ts';
import { bodyOf } from '../engine/request/samples.ts';
import type { Scope } from '../engine/scope.ts';

/** A valid body that the target rejects, and the IDs of the rules that apply to the whole body. */
export interface RejectedBody {
  readonly body: unknown;
  readonly rules: readonly string[];
}

/**
 * Sends further requests to find the rules that a target breaks by the rejection of a valid example. Returns the IDs of
 * the broken rules:
 *
 * - if the target accepts a body with a common mistake: the rules of the mistake
 * - if the target accepts the minimal body: the rules for the types of the optional properties
 * - if the target accepts only bodies with more properties than the minimal body: the rules for the required properties
 * - in any other case: the rules for the whole body
 */
export async function attributedRules(
  scope: Scope,
  contract: Contract,
  operation: Operation,
  { body, rules }: RejectedBody,
): Promise<string[]> {
  const content = bodyOf(contract, operation);
  if (!content?.schema) return [...rules];
  const { schema } = content.schema;
  const { root } = contract;
  const ofMistakes = await rulesOfMistakes(scope, operation);
  if (ofMistakes.length > 0) return ofMistakes;
  const accepts = async (value: unknown) =>
    isSuccess(await scope.send({ operation, body: withFreshNames(scope.session, schema, value) }));
  const bySize = content.examples.map(({ value }) => value).toSorted((a, b) => size(a) - size(b));
  const minimal = minimalBody(contract, schema, bySize[0]);
  const largest = bySize.at(-1);
  if (size(body) > size(minimal) && (await accepts(minimal))) {
    const known = new Set([...places(root, schema, minimal)].map(({ path }) => path.join('/')));
    const more = [...places(root, schema, body)].filter(({ path }) => !known.has(path.join('/')));
    // `malformed-body` is a rule about rejections of invalid bodies, so the rejection of a valid body cannot break it.
    const found = more
      .flatMap(({ path }) => rulesAt(root, schema, path, 'type'))
      .filter((rule) => rule !== scope.session.rules.ruleOf('malformed-body'));
    return found.length > 0 ? [...new Set(found)] : [...rules];
  }
  // The target also rejected the minimal body, so it may require additional properties.
  for (const more of [largest, firstItems(contract, schema, largest)]) {
    if (size(body) === size(more) || !(await accepts(more))) continue;
    const found = [...places(root, schema, minimal, 'all')]
      .filter((place) => lacksProperties(contract, place))
      .flatMap(({ path }) => rulesAt(root, schema, path, 'required'));
    return found.length > 0 ? [...new Set(found)] : [...rules];
  }
  return [...rules];
}

/** True if the value is an object without some of the properties that its schema defines. */
function lacksProperties({ root }: Contract, { nodes, value }: BodyPlace): boolean {
  return (
    isObject(value) &&
    keyword(nodes, 'properties') !== undefined &&
    memberNames(root, nodes).some((name) => !Object.hasOwn(value, name))
  );
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
