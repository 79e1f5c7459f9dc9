import escapeHtml from 'escape-html';
import type { Requirement } from '../../../src/contract/requirement.ts';
import { inlineCode } from '../inline-code.ts';
import { type DocsPaths, layout } from './layout.ts';

/** Creates the page with every rule of the contract under its ID. The reference links to it. */
export function rulesPage(paths: DocsPaths, requirements: readonly Requirement[]): string {
  const rules = requirements.map(
    ({ id, title, level, basis, clause, text, page }) => `<section id="${id}">
<h2><a href="#${id}">${id}</a> ${escapeHtml(title)}</h2>
<p class="quiet">${level} · ${basis}${clause ? ` · ${escapeHtml(clause)}` : ''}</p>
<p>${inlineCode(escapeHtml(text))}${page ? ` <a href="${paths.at}/guide/reference/requirements/${page.replace('.md', '.html')}">Examples of ${id}</a>` : ''}</p>
</section>`,
  );
  return layout(paths, {
    path: '/rules',
    title: 'Rules of the contract',
    content: `<main id="main" class="text">
<h1>Rules of the contract</h1>
<p>Each rule has a basis:</p>
<ul>
<li><em>Documented</em>: the interface document specifies the rule.</li>
<li><em>Corrected</em>: the interface document contradicts itself; its field list or enum wins.</li>
<li><em>Decided</em>: the interface document does not specify the rule; the contract decides it.</li>
</ul>
${rules.join('\n')}
</main>`,
  });
}
