import { html } from '../kit/html.js';
import { ClockCard } from './clock-card.js';
import { SettingsCard } from './settings-card.js';

/** What time it is in the sandbox, and how it behaves. */
export function ClockSection() {
  return html`
    <div class="columns">
      <${ClockCard} />
      <${SettingsCard} />
    </div>
  `;
}
