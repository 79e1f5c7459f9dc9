import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { SANDBOX } from '../kit/place.js';
import { useAction } from '../kit/use-action.js';
import { RefusalNotice } from './refusal-notice.js';

/** Makes the sandbox as it was when it was new. */
export function ResetButton() {
  const { refusal, run } = useAction();

  async function reset() {
    const text = 'Records, journal, faults, clock and settings are again as in a new sandbox. Snapshots stay.';
    if (!confirm(`Reset sandbox ${SANDBOX}? ${text}`)) return;
    await run(() => call('post', '/reset'), `Sandbox ${SANDBOX} is as new.`);
  }

  return html`
    <button type="button" onClick=${reset}>Reset…</button>
    <${RefusalNotice} refusal=${refusal} />
  `;
}
