import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { SANDBOX } from '../kit/urls.js';
import { useAction } from '../kit/use-action.js';
import { ErrorNotice } from './error-notice.js';

/** The button that resets the sandbox, after a confirmation. */
export function ResetButton() {
  const { error, run } = useAction();

  async function reset() {
    const text =
      'The reset restores the initial records, faults, clock and settings, and clears the journal. The snapshots stay.';
    if (!confirm(`Reset sandbox ${SANDBOX}? ${text}`)) return;
    await run(() => call('post', '/reset'), `Sandbox ${SANDBOX} was reset.`);
  }

  return html`
    <button type="button" onClick=${reset}>Reset…</button>
    <${ErrorNotice} error=${error} />
  `;
}
