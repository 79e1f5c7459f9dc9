import { useId, useRef, useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { RequestError } from '../kit/request-error.js';
import { useAction } from '../kit/use-action.js';
import { ErrorNotice } from './error-notice.js';

/**
 * An editor for a value as JSON. The mock validates the value, and the editor shows the violations.
 *
 * @param {{
 *   label: string,
 *   value: unknown,
 *   saveText?: string,
 *   save: (value: any) => Promise<unknown>,
 *   done: string,
 *   onClose: () => void,
 * }} props The page shows the text `done` after `save` has succeeded
 */
export function JsonEditor({ label, value, saveText = 'Save', save, done, onClose }) {
  const id = useId();
  const [text, setText] = useState(() => pretty(value));
  const { error, run } = useAction();
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));

  /** @param {Event} event */
  async function onSubmit(event) {
    event.preventDefault();
    if (await run(async () => save(parse(text)), done)) onClose();
    else area.current?.focus();
  }

  return html`
    <form class="editor" onSubmit=${onSubmit}>
      <label for=${id}>${label}</label>
      <textarea
        id=${id}
        ref=${area}
        spellcheck=${false}
        autocomplete="off"
        rows="12"
        value=${text}
        aria-invalid=${error ? 'true' : undefined}
        aria-describedby=${error ? `${id}-error` : undefined}
        onInput=${(/** @type {{ currentTarget: HTMLTextAreaElement }} */ { currentTarget }) => setText(currentTarget.value)}
      ></textarea>
      <${ErrorNotice} error=${error} id="${id}-error" />
      <div class="buttons">
        <button type="submit" class="primary">${saveText}</button>
        <button type="button" onClick=${onClose}>Cancel</button>
      </div>
    </form>
  `;
}

/** @param {unknown} value */
function pretty(value) {
  return JSON.stringify(value, undefined, 2);
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestError(`The text is not valid JSON: ${/** @type {Error} */ (error).message}.`);
  }
}
