import { html } from '../kit/html.js';
import { notify } from './notices.js';

/**
 * @param {{ text: string, label: string }} props
 */
export function CopyButton({ text, label }) {
  async function copy() {
    try {
      // Absent where the page came over plain HTTP from another machine.
      await navigator.clipboard.writeText(text);
      notify('Copied.');
    } catch {
      notify('The browser does not let the page copy. Select the text instead.');
    }
  }
  return html`<button type="button" class="small" onClick=${copy}>${label}</button>`;
}
