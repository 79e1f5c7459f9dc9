import { contractStore } from '../kit/contract.js';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/place.js';
import { useStore } from '../kit/store.js';
import { ResetButton } from './reset-button.js';
import { SandboxMenu } from './sandbox-menu.js';
import { ThemeSwitch } from './theme-switch.js';

export function Header() {
  const { title, version } = useStore(contractStore);
  return html`
    <header class="top">
      <h1>${title || 'Mock'} <small>${version}</small></h1>
      <div class="tools">
        <${SandboxMenu} />
        <${ResetButton} />
        <a class="button" href=${DOCS}>Docs</a>
        <${ThemeSwitch} />
      </div>
    </header>
  `;
}
