import { count, timeWithMs } from '../kit/format.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { Prose } from '../parts/prose.js';
import { Status } from './status.js';

/** @import { Exchange } from '../../types.ts' */

/** Largest number of characters of a text in the list of requests. */
const MAX_LENGTH = 220;
const UUID = /([\da-f]{4})[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** @param {{ exchanges: readonly Exchange[], selected: string | undefined }} props */
export function ExchangeTable({ exchanges, selected }) {
  if (exchanges.length === 0) return null;
  return html`
    <table class="exchanges" onKeyDown=${moveFocus}>
      <thead>
        <tr>
          <th class="method">Method</th><th class="code">Status</th><th>Path</th><th class="operation">Operation</th>
          <th>Result</th><th class="end took">Duration</th><th class="end time">Time (UTC)</th>
        </tr>
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
    <tr data-selected=${selected ? '' : undefined} onClick=${(/** @type {MouseEvent} */ event) => open(event, id)}>
      <td class="method mono"><strong>${method}</strong></td>
      <td class="code"><${Status} status=${response?.status} /></td>
      <th scope="row" title=${path.slice(0, MAX_LENGTH)}>
        <a class="path mono" href=${hashOf('requests', id)} aria-current=${selected ? 'true' : undefined}>
          ${partsOf(path.slice(0, MAX_LENGTH).replace(UUID, '$1…')).map((part) => html`<span>${part}</span>`)}
        </a>
      </th>
      <td class="operation" title=${operationId}>${operationId}</td>
      <td class="result" title=${reasonOf(exchange)}><${Marks} exchange=${exchange} /><${Prose} text=${reasonOf(exchange)} /></td>
      <td class="end took">${Math.round(durationMs)} ms</td>
      <td class="end time mono"><time datetime=${time}>${timeWithMs(time)}</time></td>
    </tr>
  `;
}

/**
 * Opens the details of an exchange after a click on its row. The function ignores a click on the link, which the browser
 * handles, and the end of a selection of text.
 *
 * @param {MouseEvent} event
 * @param {string} id
 */
function open({ target }, id) {
  const isLink = target instanceof Element && target.closest('a') !== null;
  if (!isLink && getSelection()?.isCollapsed !== false) location.hash = hashOf('requests', id);
}

/**
 * Splits a path into its beginning, which the list of requests may shorten, and its last segment, which stays visible.
 * @param {string} path
 */
function partsOf(path) {
  const [start = '', query = ''] = path.split(/(?=\?)/, 2);
  const last = start.lastIndexOf('/');
  return [start.slice(0, last), `${start.slice(last)}${query}`];
}

/** Returns the reason why the mock rejected the request or did not complete the response. @param {Exchange} exchange */
function reasonOf({ aborted, problem, violations = [], warnings = [] }) {
  return (aborted ? 'connection closed' : (problem ?? violations[0]?.detail ?? warnings[0] ?? '')).slice(0, MAX_LENGTH);
}

/** @param {{ exchange: Exchange }} props */
function Marks({ exchange: { violations = [], warnings = [], faults = [] } }) {
  const marks = [
    ...faults.map((fault) => ['warn', `⚡ ${fault}`]),
    violations.length > 1 && ['bad', count(violations.length, 'violation')],
    warnings.length > 0 && ['warn', count(warnings.length, 'warning')],
  ].filter((mark) => Array.isArray(mark));
  return marks.map(([tone, text]) => html`<span class="mark ${tone}">${text}</span> `);
}

/**
 * Moves the focus between the rows when the user presses an arrow key.
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
 */
function moveFocus(event) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const next = links[links.findIndex((link) => link === document.activeElement) + step];
  if (step === 0 || !next) return;
  event.preventDefault();
  next.focus();
}
