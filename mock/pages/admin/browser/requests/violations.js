import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/urls.js';
import { Prose } from '../parts/prose.js';

/** @import { Violation } from '../../types.ts' */

/**
 * Shows each violation of an exchange as a sentence, with the rule and the JSON Pointer of the wrong value. The view of
 * the body highlights the wrong value.
 *
 * @param {{ violations: readonly Violation[] }} props
 */
export function Violations({ violations }) {
  return html`
    <h3>${count(violations.length, 'violation')}</h3>
    <ol class="violations">
      ${violations.map(
        ({ message, in: place, pointer, detail, hint, rule }) => html`
          <li>
            <p>
              <strong><${Prose} text=${detail} /></strong> <${Prose} text=${hint} />
              ${rule && html` <a href="${DOCS}/rules#${rule}" target="_blank">Requirement ${rule}</a>`}
            </p>
            <p class="dim">${message} ${place} <code>${pointer}</code></p>
          </li>
        `,
      )}
    </ol>
  `;
}
