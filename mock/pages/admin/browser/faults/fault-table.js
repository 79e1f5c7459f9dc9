import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { JsonEditor } from '../parts/json-editor.js';

/** @import { CountedFault, Fault } from '../../types.ts' */

/** @param {{ faults: readonly CountedFault[], remove: (id: string) => void }} props */
export function FaultTable({ faults, remove }) {
  return html`
    <table class="cards">
      <thead>
        <tr>
          <th>Fault</th><th>Operations</th><th>Effect</th><th class="end">Applied</th>
          <th><span class="quiet">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${faults.map((fault) => html`<${Row} key=${fault.id} fault=${fault} remove=${remove} />`)}
      </tbody>
    </table>
  `;
}

/** @param {{ fault: CountedFault, remove: (id: string) => void }} props */
function Row({ fault, remove }) {
  const [editing, setEditing] = useState(false);
  const { seen, struck, ...settable } = fault;
  const { id, operations, ...effect } = settable;

  return html`
    <tr>
      <th scope="row" data-label="Fault">${id}</th>
      <td data-label="Operations">${operations?.join(', ') ?? 'all'}</td>
      <td data-label="Effect" class="mono">${JSON.stringify(effect)}</td>
      <td data-label="Applied" class="end"><span>${struck} <span class="dim">of ${seen}</span></span></td>
      <td class="end">
        <div class="buttons end">
          <button
            type="button"
            class="small"
            aria-label="Edit ${id}"
            aria-expanded=${String(editing)}
            onClick=${() => setEditing(!editing)}
          >
            Edit
          </button>
          <button type="button" class="small danger" aria-label="Delete ${id}" onClick=${() => remove(id)}>Delete</button>
        </div>
      </td>
    </tr>
    ${
      editing &&
      html`<tr>
      <td colspan="5">
        <${JsonEditor}
          label="Fault ${id} as JSON"
          value=${settable}
          save=${(/** @type {Fault} */ body) => call('put', `/faults/${encodeURIComponent(id)}`, { body })}
          done="Fault ${id} was changed. Its counts start at 0."
          onClose=${() => setEditing(false)}
        />
      </td>
    </tr>`
    }
  `;
}
