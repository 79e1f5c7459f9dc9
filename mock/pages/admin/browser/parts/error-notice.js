import { html } from '../kit/html.js';
import { DOCS } from '../kit/urls.js';
import { Prose } from './prose.js';

/** @import { RequestError } from '../kit/request-error.js' */

/**
 * Shows the error of an action with all violations in the input.
 *
 * @param {{ error?: RequestError | undefined, id?: string }} props
 */
export function ErrorNotice({ error, id }) {
  if (!error) return null;
  const { message, issues } = error;
  return html`
    <div class="error" role="alert" id=${id}>
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
