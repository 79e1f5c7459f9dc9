import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { effectOf, triggerOf } from './describe-fault.js';
import { FaultForm } from './fault-form.js';

/** @import { CountedFault, Fault } from '../../types.ts' */

/**
 * @param {{ faults: readonly CountedFault[], off: readonly CountedFault[], remove: (id: string) => void, toggle:
 * (fault: CountedFault) => void }} props `off` lists deleted faults that the user can turn on again
 */
export function FaultTable({ faults, off, remove, toggle }) {
  return html`
    <table class="cards">
      <thead>
        <tr>
          <th>On</th><th>Fault</th><th>Operations</th><th>Trigger</th><th>Effect</th><th class="end">Applied</th>
          <th><span class="quiet">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${[...faults, ...off].map((fault) => html`<${Row} key=${fault.id} fault=${fault} on=${!off.includes(fault)} remove=${remove} toggle=${toggle} />`)}
      </tbody>
    </table>
  `;
}

/** @param {{ fault: CountedFault, on: boolean, remove: (id: string) => void, toggle: (fault: CountedFault) => void }} props */
function Row({ fault, on, remove, toggle }) {
  const [editing, setEditing] = useState(false);
  const { seen, struck, ...settable } = fault;
  const { id, operations } = settable;

  return html`
    <tr class=${on && !isExhausted(fault) ? '' : 'dim'}>
      <td data-label="On">
        <button type="button" class="small" role="switch" aria-checked=${String(on)} aria-label="Fault ${id}" onClick=${() => toggle(fault)}></button>
      </td>
      <th scope="row" data-label="Fault">${id}</th>
      <td data-label="Operations">${operations?.join(', ') ?? 'all'}</td>
      <td data-label="Trigger">${triggerOf(fault)}</td>
      <td data-label="Effect">${effectOf(fault)}</td>
      <td data-label="Applied" class="end"><span>${struck} <span class="dim">of ${seen}</span></span></td>
      <td class="end">
        <div class="buttons end">
          <button
            type="button"
            class="small"
            disabled=${!on}
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
      <td colspan="7">
        <${FaultForm}
          existing=${settable}
          save=${(/** @type {Fault} */ body) => call('put', `/faults/${encodeURIComponent(id)}`, { body })}
          done="Fault ${id} was changed. The counts of the fault start at 0."
          onClose=${() => setEditing(false)}
        />
      </td>
    </tr>`
    }
  `;
}

/** Returns true if the fault has applied as often as its count allows. @param {CountedFault} fault */
function isExhausted({ count, struck }) {
  return count !== undefined && struck >= count;
}
