import { useState } from 'preact/hooks';
import { answer, api } from '../kit/api.js';
import { DATA } from '../kit/data.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { Field } from '../parts/field.js';
import { RefusalNotice } from '../parts/refusal-notice.js';

/** @import { SettingsPatch } from '../../types.ts' */
/** @import { Refusal } from '../kit/refusal.js' */

const EVERY_MS = 3000;

const NUMBERS = [
  {
    name: 'identifierSeed',
    label: 'Seed of identifiers',
    hint: 'The same identifiers in every run. Empty: random ones.',
  },
  ...DATA.settings,
];

export function SettingsCard() {
  const { data: settings, refusal } = usePoll(load, EVERY_MS, []);
  const action = useAction();
  const patch = (/** @type {SettingsPatch} */ body, /** @type {string} */ done) =>
    action.run(() => answer(api.PATCH('/__admin/settings', { body })), done);
  const strict = settings?.strict === true;
  const toggle = () =>
    patch(
      { strict: !strict },
      strict ? 'What the contract does not name is ignored.' : 'What the contract does not name is refused.',
    );

  return html`
    <section class="card" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <${RefusalNotice} refusal=${action.refusal ?? refusal} />
      <button type="button" role="switch" aria-checked=${String(strict)} onClick=${toggle}>Strict</button>
      <p class="hint">Refuse properties and query parameters that the contract does not name. The contract has them ignored.</p>
      ${
        settings &&
        NUMBERS.map(
          ({ name, label, hint }) => html`<${NumberForm}
            key=${name}
            name=${name}
            label=${label}
            hint=${hint}
            value=${/** @type {Record<string, unknown>} */ (settings)[name]}
            refusal=${action.refusal}
            save=${(/** @type {number | null} */ value) => patch({ [name]: value }, `${label}: saved.`)}
          />`,
        )
      }
    </section>
  `;
}

/**
 * A number that may be left empty.
 *
 * @param {{
 *   name: string,
 *   label: string,
 *   hint: string,
 *   value: number | null | undefined,
 *   refusal: Refusal | undefined,
 *   save: (value: number | null) => void,
 * }} props
 */
function NumberForm({ name, label, hint, value, refusal, save }) {
  const [text, setText] = useState(/** @type {string | undefined} */ (undefined));

  const shown = text ?? String(value ?? '');

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    save(shown ? Number(shown) : null);
    setText(undefined);
  }

  return html`
    <form class="inline" onSubmit=${onSubmit}>
      <${Field}
        label=${label}
        type="number"
        step="any"
        hint=${hint}
        value=${shown}
        onInput=${setText}
        pointer="/${name}"
        refusal=${refusal}
      />
      <button type="submit">Save</button>
    </form>
  `;
}

/** @param {AbortSignal} signal */
function load(signal) {
  return answer(api.GET('/__admin/settings', { signal }));
}
