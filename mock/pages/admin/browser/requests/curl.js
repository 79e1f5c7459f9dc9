import { DATA } from '../kit/data.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { CopyButton } from '../parts/copy-button.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { notify } from '../parts/notices.js';
import { needsKey, resend, toFetch } from './resend.js';
import { toCurl } from './to-curl.js';

/** @import { Exchange } from '../../types.ts' */

/** The API key that the user entered last, or an API key of the mock. The page asks for the API key, since the journal contains no API keys. */
let lastKey = DATA.apiKey ?? '';

/**
 * Shows the request of an exchange as a curl command.
 *
 * @param {{ exchange: Exchange }} props
 */
export function Curl({ exchange }) {
  const { request } = exchange;
  const command = toCurl(exchange);
  const { error, run } = useAction();

  async function send() {
    const key = needsKey(exchange) ? prompt('API key of the request:', lastKey) : '';
    if (key === null) return;
    lastKey = key;
    await run(async () => notify(`The request was sent again. Response status: ${await resend(exchange, key)}.`));
  }

  return html`
    <section>
      <div class="bar">
        <h3>curl</h3>
        <div class="buttons">
          <button type="button" class="small" onClick=${send}>Resend</button>
          <${CopyButton} text=${command} label="Copy as curl" />
          <${CopyButton} text=${toFetch(exchange)} label="Copy as fetch" />
        </div>
      </div>
      <${ErrorNotice} error=${error} />
      <pre tabindex="0" role="region" aria-label="curl command">${command}</pre>
      ${request.truncatedFrom !== undefined && html`<p class="warning">The command contains only the beginning of the request body.</p>`}
      <p class="hint">The journal contains no API keys. Set <code>CONTRACT_API_KEY</code> before you run the command.</p>
    </section>
  `;
}
