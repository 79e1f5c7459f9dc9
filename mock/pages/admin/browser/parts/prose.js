import { html } from '../kit/html.js';

/**
 * Shows a sentence from the mock. Text in backticks appears as code.
 *
 * @param {{ text: string | undefined }} props
 */
export function Prose({ text = '' }) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
