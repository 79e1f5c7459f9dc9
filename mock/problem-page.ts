import escapeHtml from 'escape-html';
import { REQUIREMENTS_FILE } from '../src/contract/project-files.ts';
import { loadRequirements } from '../src/contract/requirements.ts';
import type { ProblemType } from './problems.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);

/** The page behind a problem's `href`. */
export function problemPage(type: ProblemType): string {
  const rules = requirements
    .filter(({ id }) => type.rules.includes(id))
    .map(
      ({ id, basis, clause, text }) =>
        `<dt><a href="../docs/rules#${id}">${id}</a> <small>${basis}${clause ? ` ${escapeHtml(clause)}` : ''}</small></dt><dd>${escapeHtml(text)}</dd>`,
    );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${type.status} ${escapeHtml(type.title)}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
  dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 } small { font-weight: 400 }
</style>
<main>
  <h1>${type.status} ${escapeHtml(type.title)}</h1>
  <p>${escapeHtml(type.explanation)}</p>
  ${rules.length > 0 ? `<h2>Rules of the contract</h2><dl>${rules.join('')}</dl>` : ''}
  <p><a href="../docs">Reference documentation</a></p>
</main>
</html>
`;
}
