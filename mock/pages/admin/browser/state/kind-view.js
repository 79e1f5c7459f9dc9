import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { usePoll } from '../kit/use-poll.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { Field } from '../parts/field.js';
import { JsonEditor } from '../parts/json-editor.js';
import { Split } from '../parts/split.js';
import { keyOf } from './record-actions.js';
import { RecordDetail } from './record-detail.js';
import { RecordTable } from './record-table.js';

/** @import { PageKind } from '../../types.ts' */

const EVERY_MS = 2000;
const PAGE_SIZE = 50;
/**
 * Largest number of records of a kind that the page loads and filters. The control API returns at most this number of
 * records in one page of a list.
 */
const MAX_FILTERED = 1000;

/**
 * Shows the records of a kind, and the details of the selected record.
 *
 * @param {{ kind: PageKind, recordKey: readonly string[] }} props
 */
export function KindView({ kind, recordKey }) {
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  const [shown, setShown] = useState(PAGE_SIZE);
  const query = { limit: text === '' ? shown : MAX_FILTERED, ...(kind.created !== undefined && { order: 'newest' }) };
  const list = (/** @type {AbortSignal} */ signal) => call('get', `/state/${kind.path}`, { query, signal });
  const { data, error } = usePoll(list, EVERY_MS, [query.limit]);
  const found = data?.items?.filter((/** @type {object} */ record) => contains(record, text.toLowerCase()));

  const create = async (/** @type {unknown} */ body) => {
    const record = await call('post', `/state/${kind.path}`, { body });
    location.hash = hashOf('state', kind.path, ...keyOf(kind, record));
  };

  const records = html`
    <section class="card">
      <div class="bar">
        <h2>${kind.title}</h2>
        <${Field} label="Filter" type="search" value=${text} onInput=${setText} placeholder="text in any property" />
        ${!creating && html`<button type="button" onClick=${() => setCreating(true)}>New ${kind.noun}</button>`}
      </div>
      ${
        creating &&
        html`<div class="sunken">
          <${JsonEditor}
            label="New ${kind.noun} as JSON"
            value=${kind.example}
            saveText="Create"
            save=${create}
            done="The ${kind.noun} was created."
            onClose=${() => setCreating(false)}
          />
        </div>`
      }
      <${ErrorNotice} error=${error} />
      ${found && html`<${RecordTable} kind=${kind} records=${found.slice(0, shown)} recordKey=${recordKey} />`}
      ${found?.length === 0 && html`<p class="dim">${text === '' ? `No ${kind.noun}s yet. Create a record with New ${kind.noun}, or send a request from the docs.` : `None of the ${kind.created === undefined ? 'first' : 'newest'} ${count(MAX_FILTERED, kind.noun)} contains "${text}".`}</p>`}
      ${
        (data?.next || (found?.length ?? 0) > shown) &&
        shown < MAX_FILTERED &&
        html`<p><button type="button" onClick=${() => setShown(shown + PAGE_SIZE)}>Show more</button></p>`
      }
    </section>
  `;
  const detail =
    recordKey.length > 0 && html`<${RecordDetail} key=${recordKey.join('/')} kind=${kind} recordKey=${recordKey} />`;
  return html`<${Split} list=${records} detail=${detail} />`;
}

/**
 * Returns true if a value of the record contains the text. The searched text must be in lower case.
 *
 * @param {unknown} value
 * @param {string} text
 * @returns {boolean}
 */
function contains(value, text) {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some((nested) => contains(nested, text))
    : String(value).toLowerCase().includes(text);
}
