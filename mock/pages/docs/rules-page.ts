import escapeHtml from 'escape-html';
import type { Requirement } from '../../../src/contract/requirement.ts';
import { inlineCode } from '../inline-code.ts';
import { layout, type Place } from './layout.ts';

/** Every rule of the contract, under its id: where the reference's links lead. */
export function rulesPage(place: Place, requirements: readonly Requirement[]): string {
  const rules = requirements.map(
    ({ id, title, level, basis, clause, text }) => `<section id="${id}">
<h2><a href="#${id}">${id}</a> ${escapeHtml(title)}</h2>
<p class="quiet">${level} · ${basis}${clause ? ` · ${escapeHtml(clause)}` : ''}</p>
<p>${inlineCode(escapeHtml(text))}</p>
</section>`,
  );
  return layout(place, {
    path: '/rules',
    title: 'Rules of the contract',
    content: `<main id="main" class="text">
<h1>Rules of the contract</h1>
<p>A <em>documented</em> rule stands in the interface document. Where that contradicts itself, a rule is
<em>corrected</em>: its own field list wins. Where it is silent, a rule is <em>decided</em>.</p>
${rules.join('\n')}
</main>`,
  });
}
