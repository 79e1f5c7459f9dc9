import { useEffect, useRef } from 'preact/hooks';
import { ClockSection } from './clock/clock-section.js';
import { FaultsSection } from './faults/faults-section.js';
import { contractStore, loadContract } from './kit/contract.js';
import { html } from './kit/html.js';
import { hashOf, useRoute } from './kit/route.js';
import { useStore } from './kit/store.js';
import { tokenStore } from './kit/token.js';
import { SANDBOX } from './kit/urls.js';
import { Header } from './parts/header.js';
import { Notices } from './parts/notices.js';
import { TokenForm } from './parts/token-form.js';
import { RequestsSection } from './requests/requests-section.js';
import { SandboxesSection } from './sandboxes/sandboxes-section.js';
import { StateSection } from './state/state-section.js';

const SECTIONS = [
  { name: 'requests', title: 'Requests', Section: RequestsSection },
  { name: 'state', title: 'State', Section: StateSection },
  { name: 'faults', title: 'Faults', Section: FaultsSection },
  { name: 'clock', title: 'Clock and settings', Section: ClockSection },
  { name: 'sandboxes', title: 'Sandboxes', Section: SandboxesSection },
];

export function App() {
  const [name, ...route] = useRoute();
  const { error } = useStore(tokenStore);
  const contract = useStore(contractStore);
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const section = SECTIONS.find((one) => one.name === name) ?? SECTIONS[0];
  useEffect(() => void loadContract(), []);
  useEffect(() => {
    document.title = [section?.title, SANDBOX, 'mock', contract.title].filter(Boolean).join(' – ');
  });
  if (!section) return null;

  const { title, Section } = section;
  return html`
    <button type="button" class="skip" onClick=${() => main.current?.focus()}>Skip to content</button>
    <${Header} />
    <nav class="sections" aria-label="Sections">
      ${SECTIONS.map(
        (one) => html`
          <a href=${hashOf(one.name)} aria-current=${one === section ? 'page' : undefined}>${one.title}</a>
        `,
      )}
    </nav>
    <main ref=${main} tabindex="-1" aria-label=${title}>
      ${name !== undefined && name !== section.name && html`<p class="warning" role="alert">The page <code>${name}</code> does not exist, so the admin page shows the page ${title}.</p>`}
      ${error ? html`<${TokenForm} error=${error} />` : html`<${Section} route=${route} />`}
    </main>
    <${Notices} />
  `;
}
