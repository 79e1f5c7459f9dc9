import { html } from '../kit/html.js';
import { DOCS } from '../kit/place.js';
import { Prose } from './prose.js';

/** @import { Refusal } from '../kit/refusal.js' */

/**
 * The error of an action with all its violations.
 *
 * @param {{ refusal?: Refusal | undefined, id?: string }} props
 */
export function RefusalNotice({ refusal, id }) {
  if (!refusal) return null;
  const { message, issues } = refusal;
  return html`
    <div class="refusal" role="alert" id=${id}>
      ${issues.length === 0 && html`<p><${Prose} text=${message} /></p>`}
      ${
        issues.length > 0 &&
        html`<ul>
        ${issues.map(
          (issue) => html`
            <li>
              <${Prose} text=${issue.detail} /> <${Prose} text=${issue.hint} />
              ${issue.pointer !== '' && html` <code>${issue.pointer}</code>`}
              ${issue.rule && html` <a href="${DOCS}/rules#${issue.rule}">${issue.rule}</a>`}
            </li>
          `,
        )}
      </ul>`
      }
    </div>
  `;
}
