import { html } from '../kit/html.js';
import { CopyButton } from '../parts/copy-button.js';
import { toCurl } from './to-curl.js';

/** @import { Exchange } from '../../types.ts' */

/**
 * The request as a curl command.
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
      ${request.truncatedFrom !== undefined && html`<p class="warning">The command contains only the beginning of the body.</p>`}
      <p class="hint">The journal contains no keys. Set <code>CONTRACT_API_KEY</code> before you run the command.</p>
    </section>
  `;
}
