import escapeHtml from 'escape-html';
import { loadRequirements } from '../../../src/contract/requirement.ts';
import type { ProblemType } from '../../core/problem.ts';
import { inlineCode } from '../inline-code.ts';

/** Creates the page of a problem type, to which the `href` of a problem points. */
export function problemPage(type: ProblemType, ids: readonly string[], requirements: string | undefined): string {
  const rules = (requirements === undefined ? [] : loadRequirements(requirements))
    .filter(({ id }) => ids.includes(id))
    .map(
      ({ id, basis, clause, text }) =>
        `<dt><a href="../docs/rules#${id}">${id}</a> <small>${basis}${clause ? ` ${escapeHtml(clause)}` : ''}</small></dt><dd>${inlineCode(escapeHtml(text))}</dd>`,
    );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${type.status} ${escapeHtml(type.title)}</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem;
    background: light-dark(#fff, #1c2022); color: light-dark(#1b2430, #e4e6e6) }
  a { color: light-dark(#1a56a8, #8ec1ff) } small { font-weight: 400; color: light-dark(#55606f, #b7bcbf) }
  code { overflow-wrap: anywhere }
  dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 }
</style>
<main>
  <h1>${type.status} ${escapeHtml(type.title)}</h1>
  <p>${inlineCode(escapeHtml(type.explanation))}</p>
  ${rules.length > 0 ? `<h2>Rules of the contract</h2><dl>${rules.join('')}</dl>` : ''}
  <p><a href="../docs">Reference documentation</a></p>
</main>
</html>
`;
}
