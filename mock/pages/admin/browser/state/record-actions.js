import { call } from '../kit/api.js';
import { valueAt } from '../kit/data.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { ErrorNotice } from '../parts/error-notice.js';

/** @import { PageKind } from '../../types.ts' */

/**
 * Shows a button for each action on a record that only the control API offers, and no operation of the service.
 *
 * @param {{ kind: PageKind, record: any }} props
 */
export function RecordActions({ kind, record }) {
  const { error, run } = useAction();
  const offered = kind.actions.filter(({ when }) =>
    Object.entries(when).every(([name, value]) => record[name] === value),
  );
  if (offered.length === 0) return null;

  const name = `${kind.noun} ${nameOf(kind, record)}`;
  const act = (/** @type {PageKind['actions'][number]} */ { title, path, names }) => {
    const body = Object.fromEntries(keyOf(kind, record).map((value, index) => [names[index], value]));
    void run(() => call('post', path, { body }), `${title}: ${name}.`);
  };
  return html`
    <div class="buttons" role="group" aria-label="Actions of ${name}">
      ${offered.map(
        (action) => html`
          <button key=${action.path} type="button" class="small" onClick=${() => act(action)}>${action.title}</button>
        `,
      )}
    </div>
    <${ErrorNotice} error=${error} />
  `;
}

/**
 * Returns the values that identify a record, in the order of the path of the record.
 *
 * @param {PageKind} kind
 * @param {any} record
 * @returns {string[]}
 */
export function keyOf({ key }, record) {
  return key.map((pointer) => valueAt(record, pointer));
}

/**
 * @param {PageKind} kind
 * @param {any} record
 */
export function nameOf({ columns }, record) {
  return columns[0] && valueAt(record, columns[0][1]);
}
