import { useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { pageOf } from '../kit/place.js';
import { NameForm } from './name-form.js';

/** Opens a sandbox by its name; one that there is not yet is made by that. */
export function OpenSandbox() {
  const [name, setName] = useState('');
  return html`<${NameForm}
    label="Open or make a sandbox"
    value=${name}
    onInput=${setName}
    placeholder="my-test"
    action="Open"
    onSubmit=${() => location.assign(pageOf(name))}
  />`;
}
