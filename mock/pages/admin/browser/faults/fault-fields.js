import { DATA } from '../kit/data.js';
import { html } from '../kit/html.js';
import { Field } from '../parts/field.js';
import { Select } from '../parts/select.js';
import { chosen, DELAYS, declaredErrors, EFFECTS, LABELS, without } from './fault-choices.js';

/** @import { Fault } from '../../types.ts' */

/**
 * The input fields for the trigger, the delay and the effect of a fault.
 *
 * @param {{ fault: Fault, onChange: (fault: Fault) => void }} props
 */
export function FaultFields({ fault, onChange }) {
  const set = (/** @type {object} */ change) => onChange({ ...fault, ...change });
  const { operations = [], probability = 1, after, count } = fault;
  const delay = chosen(DELAYS, without(fault, 'effect'));
  const effect = chosen(EFFECTS, without(fault, 'delay'));
  const percent = Math.round(probability * 10_000) / 100;

  /** @param {string} id */
  function toggle(id) {
    const others = operations.filter((one) => one !== id);
    const selected = others.length < operations.length ? others : [...operations, id];
    set({ operations: selected.length > 0 ? selected : undefined });
  }

  return html`
    <fieldset>
      <legend>Operations (none selected = all)</legend>
      <div class="choices">
        ${DATA.operations.map(
          ({ id }) => html`
            <label key=${id} class="choice">
              <input type="checkbox" checked=${operations.includes(id)} onChange=${() => toggle(id)} /> ${id}
            </label>
          `,
        )}
      </div>
    </fieldset>
    <fieldset>
      <legend>Trigger</legend>
      <div class="fields">
        <${NumberField} label="Skip first N requests" value=${after} onChange=${(/** @type {unknown} */ after) => set({ after })} min="0" placeholder="0" />
        <${NumberField} label="Times" value=${count} onChange=${(/** @type {unknown} */ count) => set({ count })} min="1" placeholder="unlimited" />
        <${NumberField}
          label="Probability in %"
          value=${percent}
          onChange=${(/** @type {number | undefined} */ value) => set({ probability: value === undefined ? undefined : value / 100 })}
          min="0" max="100" step="any"
        />
      </div>
    </fieldset>
    <fieldset>
      <legend>Effect</legend>
      <div class="fields">
        <${Select}
          label="Response"
          value=${effect}
          options=${Object.keys(EFFECTS)}
          onChange=${(/** @type {string} */ name) => onChange({ ...without(fault, 'effect'), ...EFFECTS[name] })}
        />
        ${fault.error && html`<${StatusField} fault=${fault} set=${set} />`}
        <${Numbers} fault=${fault} names=${['rateLimit', 'drip']} set=${set} />
        <${Select}
          label="Delay"
          value=${delay}
          options=${Object.keys(DELAYS)}
          onChange=${(/** @type {string} */ name) => onChange({ ...without(fault, 'delay'), ...DELAYS[name] })}
        />
        <${Numbers} fault=${fault} names=${['latency']} set=${set} />
      </div>
    </fieldset>
  `;
}

/**
 * The input field for the status of an error. The field offers the current status of the error and the statuses that
 * the OpenAPI document declares. If the OpenAPI document declares no error status for every operation of the fault, the
 * field accepts any status.
 *
 * @param {{ fault: Fault, set: (change: Fault) => void }} props
 */
function StatusField({ fault, set }) {
  const declared = declaredErrors(fault);
  const value = fault.error?.status;
  const offered = new Set([...declared.map(String), String(value)]);
  const change = (/** @type {string | number} */ status) => set({ error: { status: Number(status) } });
  return declared.length > 0
    ? html`<${Select} label="Status" value=${String(value)} options=${[...offered].sort()} onChange=${change} />`
    : html`<${NumberField} label="Status" value=${value} onChange=${change} min="400" max="599" />`;
}

/**
 * The input fields for the numbers of a delay or an effect.
 *
 * @param {{ fault: any, names: readonly string[], set: (change: object) => void }} props `names` are the names of
 * properties of the fault
 */
function Numbers({ fault, names, set }) {
  return names.flatMap((name) =>
    Object.entries(fault[name] ?? {}).map(
      ([property, value]) => html`
        <${NumberField}
          key=${property}
          label=${LABELS[property]}
          value=${value}
          onChange=${(/** @type {number | undefined} */ number) => set({ [name]: { ...fault[name], [property]: number } })}
          min="0"
          step=${property === 'sigma' ? 'any' : '1'}
          required
        />
      `,
    ),
  );
}

/**
 * @param {{ label: string, value: number | undefined, onChange: (value: number | undefined) => void, [attribute: string]: unknown }} props
 */
function NumberField({ value, onChange, ...field }) {
  const onInput = (/** @type {string} */ text) => onChange(text === '' ? undefined : Number(text));
  return html`<${Field} ...${field} type="number" value=${value === undefined ? '' : String(value)} onInput=${onInput} />`;
}
