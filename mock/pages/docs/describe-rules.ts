import { type RuleReference, rulesOf } from '../../../src/contract/document/rule.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { fromFragment, valueAt } from '../../../src/contract/json-pointer.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';

/**
 * Adds the rules (`x-rules`) and the clauses of the interface document (`x-clause`) to the descriptions in an OpenAPI
 * document as CommonMark. Every viewer of the OpenAPI document then shows the rules and the clauses. `rulesUrl` is the
 * URL of the page that contains each rule under its ID.
 */
export function describeRules(root: JsonObject, requirements: readonly Requirement[], rulesUrl: string): JsonObject {
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]));

  function describe(node: unknown, key = '', parent = ''): unknown {
    if (Array.isArray(node)) return node.map((item) => describe(item));
    if (!isObject(node)) return node;
    const result = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, describe(value, name, key)]));
    const added = rulesText(node, parent === 'responses' ? ruleId : rule);
    return added === '' ? result : { ...result, description: paragraphs(descriptionOf(node), added) };
  }

  function rulesText(node: JsonObject, shown: (reference: RuleReference) => string): string {
    const clause = node['x-clause'];
    const rules = [...rulesOf(node), ...targetRules(node)];
    return paragraphs(
      typeof clause === 'string' ? `**Interface document:** ${clause}` : '',
      typeof node.operationId === 'string' ? titledRules(rules) : rules.map(shown).join(' · '),
    );
  }

  /**
   * Returns the text of a rule for the description of a response. The text contains no link, since Scalar shows the
   * description of a response in a button.
   */
  function ruleId({ id, for: aspects }: RuleReference): string {
    return `${id}${aspects ? ` (${aspects.join(', ')})` : ''}`;
  }

  function rule(reference: RuleReference): string {
    const { id } = reference;
    const title = known.get(id)?.title.replace(/["\\]/g, '\\$&');
    return title === undefined
      ? ruleId(reference)
      : ruleId({ ...reference, id: `[${id}](${rulesUrl}#${id} "${title}")` });
  }

  function titledRules(rules: readonly RuleReference[]): string {
    return rules.map(titledRule).join('\n');
  }

  function titledRule(reference: RuleReference): string {
    const { id } = reference;
    const title = known.get(id)?.title;
    return `- ${ruleId({ ...reference, id: title === undefined ? id : `[${id}](${rulesUrl}#${id}) ${title}` })}`;
  }

  /**
   * Returns the rules of the component to which a `$ref` refers, if a description next to the `$ref` would hide the
   * description of the component.
   */
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
  const described = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, describe(value, name)]));
  const common = rulesOf(root);
  const heading = common.length > 0 ? 'The following requirements apply to every operation:' : '';
  const description = paragraphs(about.description, heading, titledRules(common));
  return { ...described, info: { ...about, description } };
}

function paragraphs(...parts: unknown[]): string {
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => String(part).trimEnd())
    .join('\n\n');
}
