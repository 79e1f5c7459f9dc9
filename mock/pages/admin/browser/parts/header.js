import { contractStore } from '../kit/contract.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { useStore } from '../kit/store.js';
import { DOCS, SANDBOX } from '../kit/urls.js';
import { ResetButton } from './reset-button.js';

export function Header() {
  const { title, version } = useStore(contractStore);
  return html`
    <header class="top">
      <h1>${title || 'Mock'} <small>${version}</small></h1>
      <div class="tools">
        <a class="button" href=${hashOf('sandboxes')}>Sandbox <strong>${SANDBOX}</strong></a>
        <${ResetButton} />
        <a class="button" href=${DOCS}>Docs</a>
      </div>
    </header>
  `;
}
