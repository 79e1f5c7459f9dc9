import { isObject, type JsonObject } from '../json.ts';

/**
 * Source of a rule. `documented`: the interface document specifies the rule. `corrected`: the interface document
 * contradicts itself, and the contract chooses one of the two statements. `decided`: the interface document does not
 * specify the rule, and the contract decides.
 */
export type Basis = 'documented' | 'corrected' | 'decided';

/** Item of `x-rules`: a rule that applies to the node of the document that contains the list. */
export interface RuleReference {
  readonly id: string;
  readonly basis: Basis;
  /**
   * Aspects of the node that the rule covers; absent if the rule covers all aspects. An aspect is a schema keyword,
   * `status`, `content`, or a word that docs/reference/openapi-extensions.md lists.
   */
  readonly for?: readonly string[];
}

/** Items of `x-rules` at a node of the document. */
export function rulesOf(node: unknown): readonly RuleReference[] {
  if (!isObject(node)) return [];
  const rules = node['x-rules'];
  return Array.isArray(rules) ? (rules as RuleReference[]) : [];
}

/** Items of `x-rules` at a node that cover the given aspect. */
export function referencesFor(node: unknown, aspect: string): readonly RuleReference[] {
  return rulesOf(node).filter((rule) => rule.for === undefined || rule.for.includes(aspect));
}

/** IDs of the rules at a node that cover the given aspect. */
export function rulesFor(node: unknown, aspect: string): string[] {
  return referencesFor(node, aspect).map(({ id }) => id);
}

/** Items of `x-rules` in a document, each with the JSON Pointer tokens of the node that contains the list. */
export function* allRules(
  node: unknown,
  path: readonly string[] = [],
): Generator<{ rule: RuleReference; path: readonly string[] }> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* allRules(item, [...path, String(index)]);
  } else if (isObject(node)) {
    for (const rule of rulesOf(node)) yield { rule, path };
    for (const [name, value] of Object.entries(node as JsonObject)) {
      if (name !== 'x-rules') yield* allRules(value, [...path, name]);
    }
  }
}
