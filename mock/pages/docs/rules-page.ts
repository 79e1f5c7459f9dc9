import escapeHtml from 'escape-html';
import type { Requirement } from '../../../src/contract/requirement.ts';
import { inlineCode } from '../inline-code.ts';
import { layout, type Place } from './layout.ts';

/** Every rule of the contract, under its id: where the reference's links lead. */
export function rulesPage(place: Place, requirements: readonly Requirement[]): string {
  const rules = requirements.map(
    ({ id, title, level, basis, clause, text, page }) => `<section id="${id}">
<h2><a href="#${id}">${id}</a> ${escapeHtml(title)}</h2>
<p class="quiet">${level} · ${basis}${clause ? ` · ${escapeHtml(clause)}` : ''}</p>
<p>${inlineCode(escapeHtml(text))}${page ? ` <a href="${place.at}/guide/reference/requirements/${page.replace('.md', '.html')}">Examples of ${id}</a>` : ''}</p>
</section>`,
  );
  return layout(place, {
    path: '/rules',
    title: 'Rules of the contract',
    content: `<main id="main" class="text">
<h1>Rules of the contract</h1>
<p>The interface document specifies a <em>documented</em> rule. It contradicts itself about a <em>corrected</em> rule:
its own field list wins. It does not specify a <em>decided</em> rule.</p>
${rules.join('\n')}
</main>`,
  });
}
