import { isObject, type JsonObject } from '../json.ts';

/** True if the interface says the rule, says it against itself, or is silent and the contract decides. */
export type Basis = 'documented' | 'corrected' | 'decided';

/** An item of `x-rules`: the rule that stands behind a place in the document. */
export interface RuleReference {
  readonly id: string;
  readonly basis: Basis;
  /**
   * The aspects of the place that it covers; all of them when absent: schema keywords, `status`, `content`, and the
   * words of docs/reference/openapi-extensions.md.
   */
  readonly for?: readonly string[];
}

/** The `x-rules` of one node of the document. */
export function rulesOf(node: unknown): readonly RuleReference[] {
  if (!isObject(node)) return [];
  const rules = node['x-rules'];
  return Array.isArray(rules) ? (rules as RuleReference[]) : [];
}

/** The references at one node that cover the aspect. */
export function referencesFor(node: unknown, aspect: string): readonly RuleReference[] {
  return rulesOf(node).filter((rule) => rule.for === undefined || rule.for.includes(aspect));
}

/** The ids at one node that cover the aspect. */
export function rulesFor(node: unknown, aspect: string): string[] {
  return referencesFor(node, aspect).map(({ id }) => id);
}

/** Every `x-rules` item of a document, with the JSON Pointer tokens of its place. */
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
