import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { RequestError } from '../kit/request-error.js';
import { hashOf } from '../kit/route.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { EditableJson } from '../parts/editable-json.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { DetailHead } from '../parts/split.js';
import { nameOf, RecordActions } from './record-actions.js';

/** @import { PageKind } from '../../types.ts' */

const EVERY_MS = 2000;
const CONFLICT = 409;

/** @param {{ kind: PageKind, recordKey: readonly string[] }} props */
export function RecordDetail({ kind, recordKey }) {
  const path = `/state/${[kind.path, ...recordKey.map(encodeURIComponent)].join('/')}`;
  const back = hashOf('state', kind.path);
  const { data: record, error } = usePoll((signal) => call('get', path, { signal }), EVERY_MS, [path]);
  const action = useAction();
  const name = record && nameOf(kind, record);

  const patch = (/** @type {unknown} */ body) => call('patch', path, { body });
  const remove = async () => {
    if (!confirm(`Delete the ${kind.noun} ${name}? You cannot undo the deletion.`)) return;
    if (await action.run(() => deleteRecord(path), `The ${kind.noun} was deleted.`)) location.hash = back;
  };

  return html`
    <section class="card" aria-labelledby="detail">
      <${DetailHead} title=${name ?? kind.noun} back=${back} />
      <${ErrorNotice} error=${action.error ?? error} />
      ${record && html`<${RecordActions} kind=${kind} record=${record} />`}
      ${
        record &&
        html`<${EditableJson}
          label="The ${kind.noun} as JSON"
          value=${record}
          patch=${kind.fixed ? undefined : patch}
          done="The ${kind.noun} was changed."
        >
          <button type="button" class="danger" onClick=${remove}>Delete</button>
        <//>`
      }
    </section>
  `;
}

/**
 * Deletes a record. If other records depend on the record, the function asks the user for a confirmation, and then also
 * deletes the dependent records.
 *
 * @param {string} path
 */
async function deleteRecord(path) {
  try {
    await call('delete', path);
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== CONFLICT) throw error;
    if (!confirm(`Delete the dependent records, too? ${error.message}`)) throw error;
    await call('delete', path, { query: { cascade: true } });
  }
}
