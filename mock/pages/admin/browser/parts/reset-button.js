import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { SANDBOX } from '../kit/place.js';
import { useAction } from '../kit/use-action.js';
import { RefusalNotice } from './refusal-notice.js';

/** The button that resets the sandbox, after a confirmation. */
export function ResetButton() {
  const { refusal, run } = useAction();

  async function reset() {
    const text = 'This resets records, journal, faults, clock and settings. It keeps snapshots.';
    if (!confirm(`Reset sandbox ${SANDBOX}? ${text}`)) return;
    await run(() => call('post', '/reset'), `Sandbox ${SANDBOX} was reset.`);
  }

  return html`
    <button type="button" onClick=${reset}>Reset…</button>
    <${RefusalNotice} refusal=${refusal} />
  `;
}
