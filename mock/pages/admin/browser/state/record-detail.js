import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { Refusal } from '../kit/refusal.js';
import { hashOf } from '../kit/route.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { confirmed } from '../parts/confirm.js';
import { JsonEditor } from '../parts/json-editor.js';
import { JsonView } from '../parts/json-view.js';
import { RefusalNotice } from '../parts/refusal-notice.js';
import { DetailHead } from '../parts/split.js';
import { mergePatch } from './merge-patch.js';
import { nameOf, RecordActions } from './record-actions.js';
import { recordPath } from './records.js';

/** @import { PageKind } from '../../types.ts' */

const EVERY_MS = 2000;
const CONFLICT = 409;

/** @param {{ kind: PageKind, recordKey: readonly string[] }} props */
export function RecordDetail({ kind, recordKey }) {
  const [editing, setEditing] = useState(false);
  const path = recordPath(kind, recordKey);
  const back = hashOf('state', kind.path);
  const { data: record, refusal } = usePoll((signal) => call('get', path, { signal }), EVERY_MS, [path]);
  const action = useAction();
  const name = record && nameOf(kind, record);

  const save = async (/** @type {unknown} */ edited) => {
    const body = mergePatch(record, edited);
    if (body === undefined) throw new Refusal('Nothing was changed.');
    await call('patch', path, { body });
  };
  const remove = async () => {
    const question = { title: `Delete the ${kind.noun} ${name}?`, text: 'It is gone at once.', action: 'Delete' };
    if (!(await confirmed(question))) return;
    if (await action.run(() => deleteRecord(path), `The ${kind.noun} was deleted.`)) location.hash = back;
  };

  return html`
    <section class="card" aria-labelledby="detail">
      <${DetailHead} title=${name ?? kind.noun} back=${back} />
      <${RefusalNotice} refusal=${action.refusal ?? refusal} />
      ${record && html`<${RecordActions} kind=${kind} record=${record} />`}
      ${
        record &&
        !editing && [
          html`<div class="buttons">
            ${!kind.fixed && html`<button type="button" onClick=${() => setEditing(true)}>Edit</button>`}
            <button type="button" class="danger" onClick=${remove}>Delete</button>
          </div>`,
          html`<${JsonView} label="The ${kind.noun} as JSON" value=${record} />`,
        ]
      }
      ${
        record &&
        editing &&
        html`<${JsonEditor}
          label="The ${kind.noun} as JSON"
          value=${record}
          save=${save}
          done="The ${kind.noun} was changed."
          onClose=${() => setEditing(false)}
        />`
      }
    </section>
  `;
}

/**
 * Asks again where others would have to go with it.
 *
 * @param {string} path
 */
async function deleteRecord(path) {
  try {
    await call('delete', path);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== CONFLICT) throw error;
    const question = { title: 'Delete them as well?', text: error.message, action: 'Delete all' };
    if (!(await confirmed(question))) throw error;
    await call('delete', path, { query: { cascade: true } });
  }
}
