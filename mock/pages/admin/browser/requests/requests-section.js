import { useState } from 'preact/hooks';
import { answer, api } from '../kit/api.js';
import { contractStore } from '../kit/contract.js';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/place.js';
import { useStore } from '../kit/store.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { RefusalNotice } from '../parts/refusal-notice.js';
import { Split } from '../parts/split.js';
import { ExchangeDetail } from './exchange-detail.js';
import { ExchangeTable } from './exchange-table.js';
import { FilterBar, matching, useFilters } from './filters.js';
import { readJournal } from './journal.js';
import { Tally } from './tally.js';

const EVERY_MS = 1000;
const SHOWN = 100;

/**
 * What is asked of the sandbox, as it happens.
 *
 * @param {{ route: readonly string[] }} props
 */
export function RequestsSection({ route: [id] }) {
  const [paused, setPaused] = useState(false);
  const [filters, setFilters] = useFilters();
  const [shown, setShown] = useState(SHOWN);
  const { operations, baseUrl } = useStore(contractStore);
  const { data: exchanges = [], refusal } = usePoll(readJournal, EVERY_MS, [], paused);
  const action = useAction();
  const found = exchanges.filter(matching(filters)).reverse();
  const seen = exchanges.flatMap(({ operationId }) => operationId ?? []);
  const operationIds = [...new Set([...operations.map(({ operationId }) => operationId), ...seen])].sort();

  const clear = () => action.run(() => answer(api.DELETE('/__admin/journal')), 'The journal is empty.');

  const list = html`
    <section class="card">
      <div class="bar">
        <h2>Requests</h2>
        ${!refusal && html`<${Tally} exchanges=${exchanges} found=${found.length} paused=${paused} />`}
        <div class="buttons">
          <button type="button" aria-pressed=${String(paused)} onClick=${() => setPaused(!paused)}>Pause</button>
          <button type="button" onClick=${clear}>Clear</button>
        </div>
      </div>
      <${FilterBar} filters=${filters} setFilters=${setFilters} operationIds=${operationIds} />
      <${RefusalNotice} refusal=${action.refusal ?? refusal} />
      ${
        exchanges.length === 0 &&
        !refusal &&
        baseUrl &&
        html`<p>What is sent to <code>${baseUrl}</code> shows up here as it comes. <a href=${DOCS}>Try it in the docs</a>.</p>`
      }
      <${ExchangeTable} exchanges=${found.slice(0, shown)} chosen=${id} />
      ${
        found.length > shown &&
        html`<p><button type="button" onClick=${() => setShown(shown + SHOWN)}>Show older ones</button></p>`
      }
    </section>
  `;
  const known = exchanges.find((exchange) => exchange.id === id);
  return html`<${Split} list=${list} detail=${id && html`<${ExchangeDetail} key=${id} id=${id} known=${known} />`} />`;
}
