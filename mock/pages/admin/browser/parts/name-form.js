import { html } from '../kit/html.js';
import { Field } from './field.js';

/**
 * A form for the name of a sandbox or snapshot.
 *
 * @param {{
 *   label: string,
 *   value: string,
 *   onInput: (value: string) => void,
 *   placeholder: string,
 *   action: string,
 *   onSubmit: () => void,
 * }} props
 */
export function NameForm({ action, onSubmit, ...field }) {
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    onSubmit();
  }

  return html`
    <form class="inline" onSubmit=${submit}>
      <${Field}
        ...${field}
        required
        pattern="[A-Za-z0-9_\\-]{1,64}"
        title="1 to 64 letters, digits, hyphens and underscores"
        autocomplete="off"
      />
      <button type="submit">${action}</button>
    </form>
  `;
}
