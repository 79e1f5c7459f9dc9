import { useEffect, useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { utc } from '../kit/format.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { useAction } from '../kit/use-action.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { Prose } from '../parts/prose.js';
import { DetailHead } from '../parts/split.js';
import { Curl } from './curl.js';
import { MessageView } from './message-view.js';
import { Status } from './status.js';
import { Violations } from './violations.js';

/** @import { Exchange } from '../../types.ts' */

/**
 * Shows all data that the journal contains about an exchange.
 *
 * @param {{ id: string, known: Exchange | undefined }} props `known` is the exchange if the list contains the exchange
 */
export function ExchangeDetail({ id, known }) {
  // `ExchangeDetail` keeps the exchange, so that the page still shows the exchange after the journal has deleted it.
  const [exchange, setExchange] = useState(known);
  const { error, run } = useAction();
  useEffect(() => {
    if (exchange) return;
    void run(async () => setExchange(await call('get', `/journal/${encodeURIComponent(id)}`)));
  }, [id]);

  return html`
    <section class="card" aria-labelledby="detail">
      <${DetailHead}
        title=${
          exchange
            ? html`<span class="mono"><strong>${exchange.method}</strong> ${exchange.path}</span> <${Status} status=${exchange.response?.status} />`
            : 'Request'
        }
        back=${hashOf('requests')}
      />
      ${!exchange && html`<${ErrorNotice} error=${error} />`}
      ${exchange && html`<${Content} exchange=${exchange} />`}
    </section>
  `;
}

/** @param {{ exchange: Exchange }} props */
function Content({ exchange }) {
  const { id, time, durationMs, operationId, problem, violations = [], warnings = [], request, response } = exchange;
  const { preferenceApplied, faults, aborted } = exchange;
  /** @type {readonly (readonly [string, unknown])[]} */
  const facts = [
    ['Time', html`<time datetime=${time}>${utc(time)}</time>`],
    ['Duration', `${durationMs} ms`],
    ['Operation', operationId],
    ['Preference', preferenceApplied],
    ['Faults', faults?.join(', ')],
    ['X-Request-Id', html`<span class="mono">${id}</span>`],
  ];
  const pointersOf = (/** @type {'request' | 'response'} */ message) =>
    new Set(violations.filter((one) => one.message === message && one.in === 'body').map(({ pointer }) => pointer));
  return html`
    ${aborted && html`<p class="error">${aborted}</p>`}
    ${violations.length > 0 ? html`<${Violations} violations=${violations} />` : problem && html`<p class="warning"><${Prose} text=${problem} /></p>`}
    ${warnings.map((warning) => html`<p class="warning"><${Prose} text=${warning} /></p>`)}
    <dl class="facts">
      ${facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    <${MessageView} title="Request" message=${request} marked=${pointersOf('request')} />
    ${
      response
        ? html`<${MessageView} title="Response ${response.status}" message=${response} marked=${pointersOf('response')} />`
        : html`<p class="dim">The mock sent no response.</p>`
    }
    <${Curl} exchange=${exchange} />
  `;
}
