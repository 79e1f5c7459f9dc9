import escapeHtml from 'escape-html';
import type { Contract } from '../../../src/contract/contract.ts';
import { rulesOf } from '../../../src/contract/document/rule.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { fromFragment, valueAt } from '../../../src/contract/json-pointer.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';
import { inlineCode } from '../inline-code.ts';
import { type DocsPaths, layout } from './layout.ts';

/** The IDs of the rules of each operation. */
export type RulesByOperation = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds the rules that each operation of the document names, including the rules in the components to which the
 * operation refers.
 */
export function rulesByOperation({ document: { root }, operations }: Contract): RulesByOperation {
  return new Map(operations.map(({ operationId, node }) => [operationId, rulesBelow(root, node)]));
}

function rulesBelow(root: JsonObject, operation: JsonObject): ReadonlySet<string> {
  const ids = new Set<string>();
  const seen = new Set<unknown>();
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (isObject(node)) {
      for (const { id } of rulesOf(node)) ids.add(id);
      if (typeof node.$ref === 'string') visit(valueAt(root, fromFragment(node.$ref)));
    }
    for (const value of Object.values(node)) visit(value);
  }
  visit(operation);
  return ids;
}

/**
 * Creates the page with all rules of the contract. The reference page links to each rule by the ID of the rule, and a
 * script filters the rules.
 */
export function rulesPage(
  paths: DocsPaths,
  requirements: readonly Requirement[],
  byOperation: RulesByOperation,
): string {
  /**
   * Creates the HTML attributes of a rule, which the filter reads. A rule that no operation names applies to all
   * operations.
   */
  const attributes = ({ id, level, basis, operationId }: Requirement) => {
    const named = [...byOperation].filter(([name, ids]) => name === operationId || ids.has(id)).map(([name]) => name);
    const operations = named.length > 0 ? named : [...byOperation.keys()];
    return `data-level="${level}" data-basis="${basis}" data-operation="${escapeHtml(operations.join(' '))}"`;
  };
  const index = requirements.map(
    (rule) =>
      `<li ${attributes(rule)}><a href="#${rule.id}">${rule.id}</a> ${escapeHtml(rule.title)} <span class="quiet">${rule.level} · ${rule.basis}</span></li>`,
  );
  const rules = requirements.map((rule) => {
    const { id, title, level, basis, clause, text, page } = rule;
    return `<section id="${id}" ${attributes(rule)}>
<h2><a href="#${id}">${id}</a> ${escapeHtml(title)}</h2>
<p class="quiet">${level} · ${basis}${clause ? ` · ${escapeHtml(clause)}` : ''}</p>
<p>${inlineCode(escapeHtml(text))}${page ? ` <a href="${paths.at}/guide/reference/requirements/${page.replace('.md', '.html')}">Examples of ${id}</a>` : ''}</p>
</section>`;
  });
  return layout(paths, {
    path: '/rules',
    title: 'Requirements of the contract',
    head: `<script defer src="${paths.at}/rules.js"></script>\n`,
    content: `<main id="main" class="text">
<h1>Requirements of the contract</h1>
<p>Each requirement has a basis:</p>
<ul>
<li><em>Documented</em>: the interface document, which describes the service, specifies the requirement.</li>
<li><em>Corrected</em>: the interface document contradicts itself, and the contract follows the field list or the enum of the interface document.</li>
<li><em>Decided</em>: the interface document does not specify the requirement, and the contract decides the requirement.</li>
</ul>
<form class="filter" hidden>
${select('Operation', [...byOperation.keys()])}
${select(
  'Basis',
  requirements.map(({ basis }) => basis),
)}
${select(
  'Level',
  requirements.map(({ level }) => level),
)}
<p role="status" class="quiet"></p>
</form>
<nav aria-label="Requirements"><ul class="index">
${index.join('\n')}
</ul></nav>
${rules.join('\n')}
</main>`,
  });
}

function select(label: string, values: readonly string[]): string {
  const options = [...new Set(values)].map((value) => `<option>${escapeHtml(value)}</option>`);
  return `<label>${label} <select name="${label.toLowerCase()}" autocomplete="off"><option value="">all</option>${options.join('')}</select></label>`;
}
