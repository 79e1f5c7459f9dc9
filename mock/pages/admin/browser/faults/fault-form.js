import { useEffect, useRef, useState } from 'preact/hooks';
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

/**
 * The form for a new fault or an existing fault. For a new fault, the user starts with an example and changes the
 * example.
 *
 * @param {{ existing?: Fault, save: (fault: Fault) => Promise<unknown>, done: string, onClose: () => void }} props
 * `done` is shown after `save`
 */
export function FaultForm({ existing, save, done, onClose }) {
  const [name, setName] = useState(NAMES[0] ?? '');
  const [changed, setChanged] = useState(/** @type {Fault | undefined} */ (undefined));
  const [asJson, setAsJson] = useState(false);
  const { error, run } = useAction();
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const fault = changed ?? existing ?? withDeclaredError(PRESETS[name] ?? {});
  const onChange = (/** @type {Fault} */ next) => setChanged(existing ? next : withDeclaredError(next));
  const saveText = existing ? 'Save' : 'Add';
  const title = existing ? `Fault ${existing.id}` : 'New fault';

  /** @param {string} preset */
  function choose(preset) {
    setName(preset);
    setChanged(undefined);
  }

  /** @param {Event} event */
  async function onSubmit(event) {
    event.preventDefault();
    if (await run(() => save(fault), done)) onClose();
  }

  return html`
    <div class="sunken">
      <div class="bar">
        <h3 ref=${heading} tabindex="-1">${title}</h3>
        <button type="button" class="small" aria-pressed=${String(asJson)} onClick=${() => setAsJson(!asJson)}>Edit as JSON</button>
      </div>
      ${!existing && html`<${Select} label="Preset" value=${name} onChange=${choose} options=${NAMES} />`}
      ${
        asJson
          ? html`<${JsonEditor} key=${name} label="${existing ? title : 'Fault'} as JSON" value=${fault} saveText=${saveText} save=${save} done=${done} onClose=${onClose} />`
          : html`
            <form class="editor" onSubmit=${onSubmit}>
              <${FaultFields} fault=${fault} onChange=${onChange} />
              <${ErrorNotice} error=${error} />
              <div class="buttons">
                <button type="submit" class="primary">${saveText}</button>
                <button type="button" onClick=${onClose}>Cancel</button>
              </div>
            </form>
          `
      }
      <p class="hint">The <a href="${DOCS}/control">reference</a> describes all properties of a fault.</p>
    </div>
  `;
}
