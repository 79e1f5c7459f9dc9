import { html } from '../kit/html.js';

/**
 * A sentence of the mock. Text in backticks is shown as code.
 *
 * @param {{ text: string | undefined }} props
 */
export function Prose({ text = '' }) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
