import escapeHtml from 'escape-html';
import type { Contract } from '../../../src/contract/contract.ts';
import { isObject } from '../../../src/contract/json.ts';
import { loadRequirements } from '../../../src/contract/requirement.ts';
import { type ProblemType, problemRules } from '../../core/problem.ts';
import { layout } from '../docs/layout.ts';
import { inlineCode } from '../inline-code.ts';

/**
 * Creates the page about a problem type. The property `href` of a problem document links to the page about its type,
 * which contains an explanation, an example from the OpenAPI document and the rules. `requirements` is the path of
 * requirements.yaml.
 */
export function problemPage(type: ProblemType, served: Contract, requirements: string | undefined): string {
  const ids = problemRules(served, type);
  const rules = (requirements === undefined ? [] : loadRequirements(requirements))
    .filter(({ id }) => ids.includes(id))
    .map(
      ({ id, basis, clause, text }) =>
        `<dt><a href="../docs/rules#${id}">${id}</a> <small class="quiet">${basis}${clause ? ` ${escapeHtml(clause)}` : ''}</small></dt><dd>${inlineCode(escapeHtml(text))}</dd>`,
    );
  const example = exampleOf(type, served);
  return layout(
    { at: '../docs' },
    {
      title: `${type.status} ${type.title}`,
      content: `<main id="main" class="text">
<h1>${type.status} ${escapeHtml(type.title)}</h1>
<p>${inlineCode(escapeHtml(type.explanation))}</p>
${example === undefined ? '' : `<h2>Example</h2><pre tabindex="0">${escapeHtml(JSON.stringify(example, undefined, 2))}</pre>`}
${rules.length > 0 ? `<h2>Requirements of the contract</h2><dl>${rules.join('')}</dl>` : ''}
</main>`,
    },
  );
}

/** Finds the first example in the OpenAPI document that is a problem document with the given type. */
function exampleOf({ name, status }: ProblemType, { operations }: Contract): unknown {
  return operations
    .flatMap(({ responses }) => responses.filter((response) => Number(response.status) === status))
    .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ value }) => value)))
    .find((value) => isObject(value) && String(value.type).endsWith(`:${name}`));
}
