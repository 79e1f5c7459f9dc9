import { useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { storeToken, tokenStore } from '../kit/token.js';
import { ErrorNotice } from './error-notice.js';
import { Field } from './field.js';

/** @import { RequestError } from '../kit/request-error.js' */

/**
 * The form for the token that the control API requires.
 *
 * @param {{ error: RequestError }} props
 */
export function TokenForm({ error }) {
  const [token, setToken] = useState('');
  const isRejected = tokenStore.get().token !== undefined;

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    storeToken(token);
  }

  return html`
    <form class="card narrow" onSubmit=${onSubmit}>
      <h2>This mock requires a token</h2>
      <p>Enter the value of <code>--admin-token</code>. The browser keeps the token until you close this tab.</p>
      ${isRejected && html`<${ErrorNotice} error=${error} />`}
      <${Field} label="Token" type="password" value=${token} onInput=${setToken} required autocomplete="off" />
      <div class="buttons"><button type="submit" class="primary">Continue</button></div>
    </form>
  `;
}
