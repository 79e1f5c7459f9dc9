import { html } from '../kit/html.js';

/** Largest length of coloured JSON. Each coloured value is an element, so longer JSON has no colours. */
const MAX_COLOURED_LENGTH = 50_000;

/**
 * A value as JSON, or a text unchanged. The values at the pointers in `marked` are highlighted.
 *
 * @param {{ label: string, value: unknown, marked: ReadonlySet<string> }} props
 */
export function JsonView({ label, value, marked }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  const content = typeof value === 'string' || text.length > MAX_COLOURED_LENGTH ? text : render(value, '', '', marked);
  return html`<pre class="json" tabindex="0" role="region" aria-label=${label}>${content}</pre>`;
}

/**
 * @param {unknown} value
 * @param {string} pointer
 * @param {string} indent
 * @param {ReadonlySet<string>} marked
 * @returns {unknown}
 */
function render(value, pointer, indent, marked) {
  const rendered =
    typeof value === 'object' && value !== null
      ? renderEntries(value, pointer, indent, marked)
      : html`<span class=${typeof value}>${JSON.stringify(value)}</span>`;
  return marked.has(pointer) ? html`<mark>${rendered}</mark>` : rendered;
}

/**
 * @param {object} value
 * @param {string} pointer
 * @param {string} indent
 * @param {ReadonlySet<string>} marked
 */
function renderEntries(value, pointer, indent, marked) {
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return isArray ? '[]' : '{}';
  const inner = `${indent}  `;
  const lines = entries.map(([name, nested], index) => [
    index === 0 ? '\n' : ',\n',
    inner,
    isArray ? '' : [html`<span class="name">${JSON.stringify(name)}</span>`, ': '],
    render(nested, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, inner, marked),
  ]);
  return [isArray ? '[' : '{', lines, `\n${indent}`, isArray ? ']' : '}'];
}
