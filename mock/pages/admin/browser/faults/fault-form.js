import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/urls.js';
import { useAction } from '../kit/use-action.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { JsonEditor } from '../parts/json-editor.js';
import { Select } from '../parts/select.js';
import { PRESETS, withDeclaredError } from './fault-choices.js';
import { FaultFields } from './fault-fields.js';

/** @import { Fault } from '../../types.ts' */

const NAMES = Object.keys(PRESETS);

/** The form for a new fault, which starts with a preset. @param {{ onClose: () => void }} props */
export function FaultForm({ onClose }) {
  const [name, setName] = useState(NAMES[0] ?? '');
  const [changed, setChanged] = useState(/** @type {Fault | undefined} */ (undefined));
  const [asJson, setAsJson] = useState(false);
  const { error, run } = useAction();
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const fault = withDeclaredError(changed ?? PRESETS[name] ?? {});
  const add = (/** @type {Fault} */ body) => call('post', '/faults', { body });

  /** @param {string} preset */
  function choose(preset) {
    setName(preset);
    setChanged(undefined);
  }

  /** @param {Event} event */
  async function onSubmit(event) {
    event.preventDefault();
    if (await run(() => add(fault), 'The fault was added.')) onClose();
  }

  return html`
    <div class="sunken">
      <div class="bar">
        <h3 ref=${heading} tabindex="-1">New fault</h3>
        <button type="button" class="small" aria-pressed=${String(asJson)} onClick=${() => setAsJson(!asJson)}>Edit as JSON</button>
      </div>
      <${Select} label="Preset" value=${name} onChange=${choose} options=${NAMES} />
      ${
        asJson
          ? html`<${JsonEditor} key=${name} label="Fault as JSON" value=${fault} saveText="Add" save=${add} done="The fault was added." onClose=${onClose} />`
          : html`
            <form class="editor" onSubmit=${onSubmit}>
              <${FaultFields} fault=${fault} onChange=${setChanged} />
              <${ErrorNotice} error=${error} />
              <div class="buttons">
                <button type="submit" class="primary">Add</button>
                <button type="button" onClick=${onClose}>Cancel</button>
              </div>
            </form>
          `
      }
      <p class="hint">The <a href="${DOCS}/control">reference</a> describes all properties of a fault.</p>
    </div>
  `;
}
