import { valueAt } from '../kit/data.js';
import { utc } from '../kit/format.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { keyOf, RecordActions } from './record-actions.js';

/** @import { PageKind } from '../../types.ts' */

/**
 * @param {{ kind: PageKind, records: readonly any[], recordKey: readonly string[] }} props
 */
export function RecordTable({ kind, records, recordKey }) {
  const selected = recordKey.join('/');
  const hasActions = kind.actions.length > 0;
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
            const key = keyOf(kind, record);
            const id = key.join('/');
            return html`
              <tr key=${id} data-selected=${id === selected ? '' : undefined}>
                ${kind.columns.map(([title, pointer], index) =>
                  index === 0
                    ? html`
                      <th key=${title} scope="row" data-label=${title}>
                        <a href=${hashOf('state', kind.path, ...key)} aria-current=${id === selected ? 'true' : undefined}>
                          ${cellOf(record, pointer)}
                        </a>
                      </th>
                    `
                    : html`<td key=${title} data-label=${title} class=${`${index > 1 ? 'rest' : ''} ${isId(valueAt(record, pointer)) ? 'mono' : ''}`} title=${isId(valueAt(record, pointer)) ? valueAt(record, pointer) : undefined}>${cellOf(record, pointer)}</td>`,
                )}
                ${hasActions && html`<td><${RecordActions} kind=${kind} record=${record} /></td>`}
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
  `;
}

/** Returns true if a value is an identifier, which the page shows in a monospaced font. @param {unknown} value */
function isId(value) {
  return /^[\da-f]{8}-[\da-f-]{27}$/.test(String(value));
}

/**
 * @param {any} record
 * @param {string} pointer
 */
function cellOf(record, pointer) {
  const value = valueAt(record, pointer);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) || Number.isNaN(Date.parse(value))) return value;
  return html`<time class="nowrap" datetime=${value} title=${value}>${utc(value)}</time>`;
}
