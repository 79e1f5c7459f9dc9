import { call } from '../kit/api.js';
import { contractStore } from '../kit/contract.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { useStore } from '../kit/store.js';
import { baseUrlOf, DOCS, SANDBOX } from '../kit/urls.js';
import { usePoll } from '../kit/use-poll.js';
import { CopyButton } from './copy-button.js';
import { ResetButton } from './reset-button.js';
import { ThemeButton } from './theme-button.js';

const EVERY_MS = 5000;

export function Header() {
  const { title, version } = useStore(contractStore);
  const { data, error } = usePoll((signal) => call('get', '/health', { signal }), EVERY_MS, []);
  const health = error ? 'does not respond' : data ? 'is running' : 'is loading';
  return html`
    <header class="top">
      <h1 title="${title} ${version}">
        <span class="dot" data-health=${health} role="img" aria-label="The mock ${health}" title="The mock ${health}"></span>
        integration-contract mock <small>${title && `· ${title} ${version}`}</small>
      </h1>
      <div class="address"><code>${baseUrlOf(SANDBOX)}</code> <${CopyButton} text=${baseUrlOf(SANDBOX)} label="Copy URL" /></div>
      <div class="tools">
        <a class="button" href=${hashOf('sandboxes')}>Sandbox <strong>${SANDBOX}</strong></a>
        <${ResetButton} />
        <a class="button" href=${DOCS}>Docs</a>
        <${ThemeButton} />
      </div>
    </header>
  `;
}
