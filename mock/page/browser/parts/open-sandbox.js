import { useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { pageOf } from '../kit/place.js';
import { Field } from './field.js';

/** Opens a sandbox by its name; one that there is not yet is made by that. */
export function OpenSandbox() {
  const [name, setName] = useState('');

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    location.assign(pageOf(name));
  }

  return html`
    <form class="inline" onSubmit=${onSubmit}>
      <${Field}
        label="Open or make a sandbox"
        value=${name}
        onInput=${setName}
        required
        pattern="[A-Za-z0-9_\\-]{1,64}"
        title="1 to 64 letters, digits, hyphens and underscores"
        placeholder="my-test"
        autocomplete="off"
      />
      <button type="submit">Open</button>
    </form>
  `;
}
