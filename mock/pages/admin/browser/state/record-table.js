import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { InviteActions } from './invite-actions.js';

/** @import { Kind } from './kinds.js' */

/**
 * @param {{ kind: Kind, records: readonly any[], recordKey: readonly string[] }} props
 */
export function RecordTable({ kind, records, recordKey }) {
  const chosen = recordKey.join('/');
  const hasActions = kind.path === 'invites';
  if (records.length === 0) return null;
  return html`
    <div class="scroll">
      <table class="cards">
        <thead>
          <tr>
            ${kind.columns.map(([title], index) => html`<th key=${title} class=${index > 1 ? 'rest' : ''}>${title}</th>`)}
            ${hasActions && html`<th>Actions</th>`}
          </tr>
        </thead>
        <tbody>
          ${records.map((record) => {
            const key = kind.key(record);
            const id = key.join('/');
            return html`
              <tr key=${id} data-chosen=${id === chosen ? '' : undefined}>
                ${kind.columns.map(([title, cell], index) =>
                  index === 0
                    ? html`
                      <th key=${title} scope="row" data-label=${title}>
                        <a href=${hashOf('state', kind.path, ...key)} aria-current=${id === chosen ? 'true' : undefined}>
                          ${cell(record)}
                        </a>
                      </th>
                    `
                    : html`<td key=${title} data-label=${title} class=${`${index > 1 ? 'rest' : ''} ${isCode(cell(record)) ? 'mono' : ''}`}>${cell(record)}</td>`,
                )}
                ${hasActions && html`<td><${InviteActions} invite=${record} /></td>`}
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
  `;
}

/**
 * Identifiers and times, which are compared character by character.
 *
 * @param {unknown} value
 */
function isCode(value) {
  return /^[\da-f]{8}-[\da-f-]{27}$|^\d{4}-\d\d-\d\dT/.test(String(value));
}
