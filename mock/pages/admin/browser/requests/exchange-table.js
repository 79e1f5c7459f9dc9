import { count, timeOfDay } from '../kit/format.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { Status } from './status.js';

/** @import { Exchange } from '../../types.ts' */

/** Largest number of characters of a path in the list. The paths of the contract are shorter. */
const MAX_PATH_LENGTH = 220;

/** @param {{ exchanges: readonly Exchange[], selected: string | undefined }} props */
export function ExchangeTable({ exchanges, selected }) {
  if (exchanges.length === 0) return null;
  return html`
    <table class="exchanges">
      <thead>
        <tr><th>Time</th><th>Status</th><th>Request</th><th class="operation">Operation</th><th class="end took">Duration</th></tr>
      </thead>
      <tbody>
        ${exchanges.map(
          (exchange) => html`<${Row} key=${exchange.id} exchange=${exchange} selected=${exchange.id === selected} />`,
        )}
      </tbody>
    </table>
  `;
}

/** @param {{ exchange: Exchange, selected: boolean }} props */
function Row({ exchange, selected }) {
  const { id, time, method, path, response, operationId, durationMs } = exchange;
  return html`
    <tr data-selected=${selected ? '' : undefined}>
      <td class="mono"><time datetime=${time}>${timeOfDay(time)}</time></td>
      <td><${Status} status=${response?.status} /></td>
      <th scope="row">
        <a class="mono" href=${hashOf('requests', id)} aria-current=${selected ? 'true' : undefined}>
          <strong>${method}</strong> ${path.slice(0, MAX_PATH_LENGTH)}
        </a>
        <${Marks} exchange=${exchange} />
      </th>
      <td class="operation">${operationId}</td>
      <td class="end took">${Math.round(durationMs)} ms</td>
    </tr>
  `;
}

/** @param {{ exchange: Exchange }} props */
function Marks({ exchange: { violations = [], warnings = [], faults = [], aborted } }) {
  const marks = [
    violations.length > 0 && ['bad', count(violations.length, 'violation')],
    warnings.length > 0 && ['warn', count(warnings.length, 'warning')],
    ...faults.map((fault) => ['warn', `fault ${fault}`]),
    aborted && ['bad', 'incomplete response'],
  ].filter((mark) => Array.isArray(mark));
  if (marks.length === 0) return null;
  return html`<span class="marks">${marks.map(([tone, text]) => html`<span class="mark ${tone}">${text}</span> `)}</span>`;
}
