import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { JsonEditor } from '../parts/json-editor.js';
import { RefusalNotice } from '../parts/refusal-notice.js';
import { Snapshots } from './snapshots.js';

/** The snapshots, and an editor of the complete state. */
export function WorldView() {
  const [state, setState] = useState(/** @type {unknown} */ (undefined));
  const { refusal, run } = useAction();
  return html`
    <div class="columns">
      <${Snapshots} />
      <section class="card" aria-labelledby="whole">
        <h2 id="whole">Complete state</h2>
        <${RefusalNotice} refusal=${refusal} />
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
