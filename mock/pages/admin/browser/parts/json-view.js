import { useState } from 'preact/hooks';
import { count } from '../kit/format.js';
import { html } from '../kit/html.js';

/**
 * Largest length of JSON that the page shows in colours, in characters. The page creates an element for each coloured
 * value, so longer JSON in colours would make the page slow.
 */
const MAX_COLOURED_LENGTH = 50_000;
/**
 * Largest length of a text that the page shows completely, in characters. The page shortens a longer text, such as a
 * public key, until the user opens the text.
 */
const LONG_TEXT = 200;
const SHOWN = 26;

/**
 * Shows a value as JSON, or a text unchanged. The page highlights the values at the JSON Pointers in `marked`.
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
      : typeof value === 'string' && value.length > LONG_TEXT
        ? html`<${LongText} text=${value} />`
        : html`<span class=${typeof value}>${JSON.stringify(value)}</span>`;
  return marked.has(pointer) ? html`<mark>${rendered}</mark>` : rendered;
}

/** Shows the beginning of a long text, and a button that opens the whole text. @param {{ text: string }} props */
function LongText({ text }) {
  const [open, setOpen] = useState(false);
  return html`<span class="string">${open ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, SHOWN)).slice(0, -1)}…`}</span> <button
    type="button"
    class="small"
    aria-expanded=${String(open)}
    onClick=${() => setOpen(!open)}
  >${open ? 'Show less' : `Show all ${count(text.length, 'character')}`}</button>`;
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
