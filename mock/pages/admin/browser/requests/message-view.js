import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { CopyButton } from '../parts/copy-button.js';
import { JsonView } from '../parts/json-view.js';

/** @import { Message } from '../../types.ts' */

/**
 * Shows the headers and the body of a request or response.
 *
 * @param {{ title: string, message: Message, marked: ReadonlySet<string> }} props `marked` contains the JSON Pointers
 * of the values that violate the contract
 */
export function MessageView({ title, message, marked }) {
  const { headers, body, truncatedFrom } = message;
  const names = Object.keys(headers);
  return html`
    <section>
      <div class="bar">
        <h3>${title}</h3>
        ${body !== undefined && html`<${CopyButton} text=${typeof body === 'string' ? body : JSON.stringify(body, undefined, 2)} label="Copy body" />`}
      </div>
      <details>
        <summary>${count(names.length, 'header')}</summary>
        <dl class="headers mono">
          ${names.map((name) => html`<div><dt>${name}</dt><dd>${headers[name]}</dd></div>`)}
        </dl>
      </details>
      ${
        body === undefined
          ? html`<p class="dim">No body.</p>`
          : html`<${JsonView} label=${`Body of the ${title.toLowerCase()}`} value=${body} marked=${marked} />`
      }
      ${
        truncatedFrom !== undefined &&
        html`<p class="hint">The body has ${count(truncatedFrom, 'byte')}. The journal keeps only the beginning of the body.</p>`
      }
    </section>
  `;
}
