import { html } from '../kit/html.js';
import { CopyButton } from '../parts/copy-button.js';
import { toCurl } from './to-curl.js';

/** @import { Exchange } from '../../types.ts' */

/**
 * The request as a command, to be sent again.
 *
 * @param {{ exchange: Exchange }} props
 */
export function Curl({ exchange }) {
  const { request } = exchange;
  const command = toCurl(exchange);
  return html`
    <section>
      <div class="bar">
        <h3>curl</h3>
        <${CopyButton} text=${command} label="Copy as curl" />
      </div>
      <pre tabindex="0" role="region" aria-label="curl command">${command}</pre>
      ${request.truncatedFrom !== undefined && html`<p class="warning">The body is not whole.</p>`}
      <p class="hint">Keys are not kept: set <code>CONTRACT_API_KEY</code> before you run it.</p>
    </section>
  `;
}
