import { useId } from 'preact/hooks';
import { html } from '../kit/html.js';

/**
 * An input element with a label.
 *
 * @param {{
 *   label: string,
 *   value: string,
 *   onInput: (value: string) => void,
 *   hint?: string,
 *   [attribute: string]: unknown,
 * }} props further attributes become attributes of the input element
 */
export function Field({ label, value, onInput, hint, ...attributes }) {
  const id = useId();
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        value=${value}
        aria-describedby=${hint && `${id}-hint`}
        onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => onInput(event.currentTarget.value)}
        ...${attributes}
      />
      ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    </div>
  `;
}
