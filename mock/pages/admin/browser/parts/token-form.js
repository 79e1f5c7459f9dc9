import { useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { giveToken, tokenStore } from '../kit/token.js';
import { Field } from './field.js';
import { RefusalNotice } from './refusal-notice.js';

/** @import { Refusal } from '../kit/refusal.js' */

/**
 * Asks for the token without which the control API answers nothing.
 *
 * @param {{ refusal: Refusal }} props
 */
export function TokenForm({ refusal }) {
  const [token, setToken] = useState('');
  const wrong = tokenStore.get().token !== undefined;

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    giveToken(token);
  }

  return html`
    <form class="card narrow" onSubmit=${onSubmit}>
      <h2>This mock asks for its token</h2>
      <p>It was started with <code>--admin-token</code>. The token is kept until this tab is closed.</p>
      ${wrong && html`<${RefusalNotice} refusal=${refusal} />`}
      <${Field} label="Token" type="password" value=${token} onInput=${setToken} required autocomplete="off" />
      <div class="buttons"><button type="submit" class="primary">Continue</button></div>
    </form>
  `;
}
