import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { JsonEditor } from '../parts/json-editor.js';
import { Snapshots } from './snapshots.js';

/** Shows the snapshots, and an editor for the complete state. */
export function CompleteState() {
  const [state, setState] = useState(/** @type {unknown} */ (undefined));
  const { error, run } = useAction();
  return html`
    <div class="columns">
      <${Snapshots} />
      <section class="card" aria-labelledby="complete-state">
        <h2 id="complete-state">Complete state</h2>
        <${ErrorNotice} error=${error} />
        ${
          state === undefined
            ? html`<div class="buttons">
              <button type="button" onClick=${() => run(async () => setState(await call('get', '/state')))}>Edit</button>
            </div>`
            : html`<${JsonEditor}
              label="State as JSON"
              value=${state}
              saveText="Replace the state"
              save=${(/** @type {any} */ body) => call('put', '/state', { body })}
              done="The state was replaced."
              onClose=${() => setState(undefined)}
            />`
        }
      </section>
    </div>
  `;
}
