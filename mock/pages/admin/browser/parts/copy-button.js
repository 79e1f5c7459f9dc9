import { html } from '../kit/html.js';
import { notify } from './notices.js';

/**
 * @param {{ text: string, label: string }} props
 */
export function CopyButton({ text, label }) {
  async function copy() {
    try {
      // `clipboard` is undefined if the browser has loaded the page over plain HTTP from another machine.
      await navigator.clipboard.writeText(text);
      notify('Copied.');
    } catch {
      notify('The browser does not allow the page to copy. Select and copy the text.');
    }
  }
  return html`<button type="button" class="small" onClick=${copy}>${label}</button>`;
}
