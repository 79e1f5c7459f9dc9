import { useEffect, useRef, useState } from 'preact/hooks';
import { answer, api } from '../kit/api.js';
import { contractStore } from '../kit/contract.js';
import { html } from '../kit/html.js';
import { useStore } from '../kit/store.js';
import { useAction } from '../kit/use-action.js';
import { Field } from '../parts/field.js';
import { RefusalNotice } from '../parts/refusal-notice.js';
import { Select } from '../parts/select.js';
import { EFFECTS, EMPTY, faultOf, LATENCIES } from './draft.js';
import { EffectFields } from './effect-fields.js';
import { LatencyFields } from './latency-fields.js';

/** @import { Draft } from './draft.js' */

/** @param {{ onClose: () => void }} props */
export function FaultForm({ onClose }) {
  const [draft, setDraft] = useState(EMPTY);
  const { operations } = useStore(contractStore);
  const { refusal, run } = useAction();
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);

  const set = (/** @type {Partial<Draft>} */ change) => setDraft((before) => ({ ...before, ...change }));
  const field = (/** @type {keyof Draft} */ name, /** @type {string} */ pointer) => ({
    value: draft[name],
    onInput: (/** @type {string} */ value) => set({ [name]: value }),
    pointer,
    refusal,
  });
  const toggle = (/** @type {string} */ id) =>
    set({
      operations: draft.operations.includes(id)
        ? draft.operations.filter((one) => one !== id)
        : [...draft.operations, id],
    });

  /** @param {Event} event */
  async function onSubmit(event) {
    event.preventDefault();
    if (await run(() => answer(api.POST('/__admin/faults', { body: faultOf(draft) })), 'The fault is there.'))
      onClose();
  }

  return html`
    <form class="sunken" onSubmit=${onSubmit}>
      <h3 ref=${heading} tabindex="-1">A new fault</h3>
      <fieldset>
        <legend>Operations <span class="dim">none: all of them</span></legend>
        <div class="choices">
          ${operations.map(
            ({ operationId }) => html`
              <label key=${operationId}>
                <input
                  type="checkbox"
                  checked=${draft.operations.includes(operationId)}
                  onChange=${() => toggle(operationId)}
                />
                ${operationId}
              </label>
            `,
          )}
        </div>
      </fieldset>
      <div class="fields">
        <${Select}
          label="What happens"
          value=${draft.effect}
          options=${EFFECTS}
          onChange=${(/** @type {string} */ effect) => set({ effect })}
        />
        <${EffectFields} draft=${draft} field=${field} />
      </div>
      <div class="fields">
        <${Select}
          label="Delay"
          value=${draft.latency}
          options=${LATENCIES}
          onChange=${(/** @type {string} */ latency) => set({ latency })}
        />
        <${LatencyFields} kind=${draft.latency} field=${field} />
      </div>
      <div class="fields">
        <${Field} label="Probability" type="number" step="any" placeholder="1" hint="0 to 1" ...${field('probability', '/probability')} />
        <${Field} label="How many times" type="number" placeholder="always" ...${field('count', '/count')} />
        <${Field} label="After so many requests" type="number" placeholder="0" ...${field('after', '/after')} />
        <${Field} label="Name" placeholder="fault-1" autocomplete="off" ...${field('id', '/id')} />
      </div>
      <${RefusalNotice} refusal=${refusal} />
      <div class="buttons">
        <button type="submit" class="primary">Add</button>
        <button type="button" onClick=${onClose}>Cancel</button>
      </div>
    </form>
  `;
}
