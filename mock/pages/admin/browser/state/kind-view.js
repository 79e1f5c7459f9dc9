import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { usePoll } from '../kit/use-poll.js';
import { Field } from '../parts/field.js';
import { RefusalNotice } from '../parts/refusal-notice.js';
import { Split } from '../parts/split.js';
import { NewRecord } from './new-record.js';
import { keyOf } from './record-actions.js';
import { RecordDetail } from './record-detail.js';
import { RecordTable } from './record-table.js';
import { listRecords } from './records.js';

/** @import { PageKind } from '../../types.ts' */

const EVERY_MS = 2000;
/** A search reads much more. */
const SEARCH_EVERY_MS = 10_000;

/**
 * The records of a kind; one of them in detail.
 *
 * @param {{ kind: PageKind, recordKey: readonly string[] }} props
 */
export function KindView({ kind, recordKey }) {
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  /** Where each page begins that was read. */
  const [starts, setStarts] = useState(/** @type {readonly (string | undefined)[]} */ ([undefined]));
  const after = starts.at(-1);
  const { data, refusal, stale } = usePoll(
    (signal) => listRecords(kind, { after, text }, signal),
    text === '' ? EVERY_MS : SEARCH_EVERY_MS,
    [text, after],
  );

  const find = (/** @type {string} */ value) => {
    setText(value);
    setStarts([undefined]);
  };
  const create = async (/** @type {unknown} */ body) => {
    const record = await call('post', `/state/${kind.path}`, { body });
    location.hash = hashOf('state', kind.path, ...keyOf(kind, record));
  };

  const list = html`
    <section class="card">
      <div class="bar">
        <h2>${kind.title}</h2>
        <${Field} label="Find" type="search" value=${text} onInput=${find} placeholder="text in any member" />
        ${!creating && html`<button type="button" onClick=${() => setCreating(true)}>New ${kind.noun}</button>`}
      </div>
      ${creating && html`<${NewRecord} kind=${kind} create=${create} onClose=${() => setCreating(false)} />`}
      <${RefusalNotice} refusal=${refusal} />
      ${data && html`<${RecordTable} kind=${kind} records=${data.items} recordKey=${recordKey} />`}
      ${data?.items.length === 0 && html`<p class="dim">${nothingFound(text, data.next)}</p>`}
      <${Pager} starts=${starts} next=${data?.next} setStarts=${stale ? () => {} : setStarts} />
    </section>
  `;
  const detail =
    recordKey.length > 0 && html`<${RecordDetail} key=${recordKey.join('/')} kind=${kind} recordKey=${recordKey} />`;
  return html`<${Split} list=${list} detail=${detail} />`;
}

/**
 * @param {{
 *   starts: readonly (string | undefined)[],
 *   next: string | undefined,
 *   setStarts: (starts: readonly (string | undefined)[]) => void,
 * }} props
 */
function Pager({ starts, next, setStarts }) {
  if (starts.length === 1 && next === undefined) return null;
  const back = starts.length === 1 ? undefined : () => setStarts(starts.slice(0, -1));
  const onward = next === undefined ? undefined : () => setStarts([...starts, next]);
  return html`
    <div class="buttons" role="group" aria-label="Pages">
      <button type="button" aria-disabled=${String(!back)} onClick=${back}>Back</button>
      <span class="page">Page ${starts.length}</span>
      <button type="button" aria-disabled=${String(!onward)} onClick=${onward}>Next</button>
    </div>
  `;
}

/**
 * @param {string} text
 * @param {string | undefined} next
 */
function nothingFound(text, next) {
  if (text === '') return 'There is none.';
  return next === undefined ? `None has ${text}.` : `None of the first ones has ${text}. Next searches on.`;
}
