import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { baseUrlOf, DOCS, SANDBOX } from '../kit/urls.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { Field } from '../parts/field.js';
import { Split } from '../parts/split.js';
import { ExchangeDetail } from './exchange-detail.js';
import { ExchangeTable } from './exchange-table.js';
import { MAX_EXCHANGES, readJournal } from './journal.js';

/** @import { Exchange } from '../../types.ts' */

const EVERY_MS = 1000;
const PAGE_SIZE = 100;

/**
 * Shows the requests to the sandbox as the requests arrive.
 *
 * @param {{ route: readonly string[] }} props
 */
export function RequestsSection({ route: [id] }) {
  const [paused, setPaused] = useState(false);
  const [text, setText] = useState('');
  const [onlyViolations, setOnlyViolations] = useState(false);
  const [shown, setShown] = useState(PAGE_SIZE);
  const { data: exchanges = [], error } = usePoll(readJournal, EVERY_MS, [], paused);
  const action = useAction();
  const violating = exchanges.filter(({ violations = [] }) => violations.length > 0);
  const found = (onlyViolations ? violating : exchanges).filter((exchange) => contains(exchange, text)).reverse();
  const number = `${exchanges.length < MAX_EXCHANGES ? '' : 'The newest '}${count(exchanges.length, 'request')}`;
  const tally = exchanges.length === 0 ? 'Waiting for the first request.' : `${number}.`;

  const clear = () => action.run(() => call('delete', '/journal'), 'The journal was cleared.');

  const list = html`
    <section class="card requests">
      <h2 class="quiet">Requests</h2>
      <div class="filters" role="search" aria-label="Requests">
        <${Field} label="Filter" type="search" placeholder="Filter by any text" value=${text} onInput=${setText} />
        <label class="choice">
          <input type="checkbox" checked=${onlyViolations} onChange=${() => setOnlyViolations(!onlyViolations)} />
          Violations only (${violating.length})
        </label>
        <div class="buttons">
          <button type="button" class="small" aria-pressed=${String(paused)} onClick=${() => setPaused(!paused)}>Pause</button>
          <button type="button" class="small" onClick=${clear}>Clear</button>
        </div>
        ${!error && html`<p class="dim tally">${tally} ${found.length < exchanges.length && `${found.length} match the filter.`} ${paused && 'Paused.'}</p>`}
      </div>
      <${ErrorNotice} error=${action.error ?? error} />
      ${
        exchanges.length === 0 &&
        !error &&
        html`<p>This page shows requests to <code>${baseUrlOf(SANDBOX)}</code> as they arrive. <a href=${DOCS}>Send a request from the docs</a>.</p>`
      }
      <${ExchangeTable} exchanges=${found.slice(0, shown)} selected=${id} />
      ${
        found.length > shown &&
        html`<p><button type="button" onClick=${() => setShown(shown + PAGE_SIZE)}>Show older requests</button></p>`
      }
    </section>
  `;
  const known = exchanges.find((exchange) => exchange.id === id);
  return html`<${Split} list=${list} always="Select a request." detail=${id && html`<${ExchangeDetail} key=${id} id=${id} known=${known} />`} />`;
}

/**
 * @param {Exchange} exchange
 * @param {string} text
 */
function contains(exchange, text) {
  return text === '' || JSON.stringify(exchange).toLowerCase().includes(text.toLowerCase());
}
