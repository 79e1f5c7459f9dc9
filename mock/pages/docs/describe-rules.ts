import { type RuleReference, rulesOf } from '../../../src/contract/document/rule.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { fromFragment, valueAt } from '../../../src/contract/json-pointer.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';

/**
 * Adds the rules and clauses (`x-rules`, `x-clause`) of a document to its descriptions as CommonMark, so that every
 * renderer shows them. `rulesUrl` is the page that has each rule under its ID.
 */
export function describeRules(root: JsonObject, requirements: readonly Requirement[], rulesUrl: string): JsonObject {
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]));

  function describe(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(describe);
    if (!isObject(node)) return node;
    const result = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, describe(value)]));
    const added = rulesText(node);
    return added === '' ? result : { ...result, description: paragraphs(descriptionOf(node), added) };
  }

  function rulesText(node: JsonObject): string {
    const clause = node['x-clause'];
    const rules = [...rulesOf(node), ...targetRules(node)].map(rule);
    return paragraphs(
      typeof clause === 'string' ? `**Interface document:** ${clause}` : '',
      rules.length > 0 ? `**Rules:** ${rules.join(' · ')}` : '',
    );
  }

  function rule({ id, basis, for: aspects }: RuleReference): string {
    const requirement = known.get(id);
    const link = requirement ? `[${id}](${rulesUrl}#${id} "${requirement.title.replace(/["\\]/g, '\\$&')}")` : id;
    const clause = requirement?.clause ? ` ${requirement.clause}` : '';
    return `${link} ${basis}${clause}${aspects ? ` (${aspects.join(', ')})` : ''}`;
  }

  /** The rules of the target of a `$ref`. A description next to the `$ref` would hide them. */
  function targetRules(node: JsonObject): readonly RuleReference[] {
    const replaced = node.description !== undefined || rulesOf(node).length > 0;
    return replaced ? rulesOf(target(node)) : [];
  }

  function descriptionOf(node: JsonObject): unknown {
    return node.description ?? target(node)?.description;
  }

  function target(node: JsonObject): JsonObject | undefined {
    const found = typeof node.$ref === 'string' ? valueAt(root, fromFragment(node.$ref)) : undefined;
    return isObject(found) ? found : undefined;
  }

  const { info, ...rest } = root;
  const about = isObject(info) ? info : {};
  const described = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, describe(value)]));
  return { ...described, info: { ...about, description: paragraphs(about.description, rulesText(root)) } };
}

function paragraphs(...parts: unknown[]): string {
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => String(part).trimEnd())
    .join('\n\n');
}
