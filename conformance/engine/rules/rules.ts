import { type Operation, type Response, successOf } from '../../../src/contract/document/operation.ts';
import { rulesFor, rulesOf } from '../../../src/contract/document/rule.ts';

/** The rule that stands in for an operation whose document names none. */
export const GENERAL_RULE = 'as-documented';

/** The rule behind an operation as a whole: the first that the document names for it. */
export function primaryRule({ node }: Operation): string {
  return rulesOf(node)[0]?.id ?? GENERAL_RULE;
}

/** The rules behind the status of an operation's success. */
export function statusRule(operation: Operation): string[] {
  return ofSuccess(operation, 'status');
}

/** The rules behind what a response holds. */
export function contentRules(operation: Operation, response: Response): string[] {
  const rules = rulesFor(response.node, 'content');
  return rules.length > 0 ? rules : [primaryRule(operation)];
}

function ofSuccess(operation: Operation, aspect: string): string[] {
  const rules = rulesFor(successOf(operation)?.response.node, aspect);
  return rules.length > 0 ? rules : [GENERAL_RULE];
}
