import { type Operation, type Response, successOf } from '../../../src/contract/document/operation.ts';
import { rulesFor, rulesOf } from '../../../src/contract/document/rule.ts';
import type { Answer } from '../../../src/run-result/wire.ts';

/** The ID of the rule that applies if the OpenAPI document assigns no rule to an operation or response. */
export const GENERAL_RULE = 'as-documented';

/** The ID of the main rule of an operation: the first rule that the OpenAPI document assigns to the operation. */
export function primaryRule({ node }: Operation): string {
  return rulesOf(node)[0]?.id ?? GENERAL_RULE;
}

/** The IDs of the rules that the OpenAPI document assigns to the success status of an operation. */
export function statusRule(operation: Operation): string[] {
  return ofSuccess(operation, 'status');
}

/** The IDs of the rules that the OpenAPI document assigns to the content of a response. */
export function contentRules(operation: Operation, response: Response): string[] {
  const rules = rulesFor(response.node, 'content');
  return rules.length > 0 ? rules : [primaryRule(operation)];
}

function ofSuccess(operation: Operation, aspect: string): string[] {
  const rules = rulesFor(successOf(operation)?.response.node, aspect);
  return rules.length > 0 ? rules : [GENERAL_RULE];
}

/**
 * The IDs of the rules that the target breaks with a 409 to a request with a fresh name; undefined for another status.
 * If the operation has no documented 409, a 409 to a creation or a PUT breaks the rule of the success status.
 */
export function conflictRules(operation: Operation, { status }: Answer): string[] | undefined {
  if (status !== 409) return undefined;
  const conflict = operation.responses.find((response) => response.status === '409');
  const succeedsEachTime = operation.method === 'PUT' || successOf(operation)?.status === 201;
  if (!conflict) return succeedsEachTime ? statusRule(operation) : undefined;
  const rules = rulesOf(conflict.node).map(({ id }) => id);
  return rules.length > 0 ? [...rules, ...statusRule(operation)] : undefined;
}
