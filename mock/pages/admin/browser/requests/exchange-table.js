import { count, timeOfDay } from '../kit/format.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { Status } from './status.js';

/** @import { Exchange } from '../../types.ts' */

/** Largest number of characters of a path in the list. The paths of the contract are shorter. */
const LONGEST = 220;

/** @param {{ exchanges: readonly Exchange[], chosen: string | undefined }} props */
export function ExchangeTable({ exchanges, chosen }) {
  if (exchanges.length === 0) return null;
  return html`
    <table class="exchanges">
      <thead>
        <tr><th>Time</th><th>Status</th><th>Request</th><th class="operation">Operation</th><th class="end took">Duration</th></tr>
      </thead>
      <tbody>
        ${exchanges.map(
          (exchange) => html`<${Row} key=${exchange.id} exchange=${exchange} chosen=${exchange.id === chosen} />`,
        )}
      </tbody>
    </table>
  `;
}

/** @param {{ exchange: Exchange, chosen: boolean }} props */
function Row({ exchange, chosen }) {
  const { id, time, method, path, response, operationId, durationMs } = exchange;
  return html`
    <tr data-chosen=${chosen ? '' : undefined}>
      <td class="mono"><time datetime=${time}>${timeOfDay(time)}</time></td>
      <td><${Status} status=${response?.status} /></td>
      <th scope="row">
        <a class="mono" href=${hashOf('requests', id)} aria-current=${chosen ? 'true' : undefined}>
          <strong>${method}</strong> ${path.slice(0, LONGEST)}
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
