import { useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { Field } from '../parts/field.js';
import { Select } from '../parts/select.js';

/** @import { Exchange } from '../../types.ts' */

const NAME = 'request-filters';
const NONE = { operationId: '', status: '', violations: false, text: '' };

/** @typedef {typeof NONE} Filters */

/** @type {readonly (readonly [value: string, text: string])[]} */
const STATUSES = [
  ['', 'any'],
  ['2', '2xx'],
  ['3', '3xx'],
  ['4', '4xx'],
  ['5', '5xx'],
  ['none', 'no answer'],
];

/**
 * Filters that last as long as the tab.
 *
 * @returns {[Filters, (change: Partial<Filters>) => void]}
 */
export function useFilters() {
  const [filters, setFilters] = useState(() => ({ ...NONE, ...JSON.parse(sessionStorage.getItem(NAME) ?? '{}') }));
  return [
    filters,
    (change) => {
      const next = { ...filters, ...change };
      sessionStorage.setItem(NAME, JSON.stringify(next));
      setFilters(next);
    },
  ];
}

/**
 * @param {Filters} filters
 * @returns {(exchange: Exchange) => boolean}
 */
export function matching({ operationId, status, violations, text }) {
  const wanted = text.toLowerCase();
  return (exchange) =>
    (operationId === '' || exchange.operationId === operationId) &&
    (status === '' || (exchange.response ? String(exchange.response.status).startsWith(status) : status === 'none')) &&
    (!violations || (exchange.violations ?? []).length > 0) &&
    (wanted === '' || JSON.stringify(exchange).toLowerCase().includes(wanted));
}

/**
 * @param {{
 *   filters: Filters,
 *   setFilters: (change: Partial<Filters>) => void,
 *   operationIds: readonly string[],
 * }} props
 */
export function FilterBar({ filters, setFilters, operationIds }) {
  return html`
    <div class="filters" role="search" aria-label="Requests">
      <${Field}
        label="Find"
        type="search"
        placeholder="path, header, body …"
        value=${filters.text}
        onInput=${(/** @type {string} */ text) => setFilters({ text })}
      />
      <${Select}
        label="Operation"
        value=${filters.operationId}
        options=${[['', 'any'], ...operationIds.map((id) => [id, id])]}
        onChange=${(/** @type {string} */ operationId) => setFilters({ operationId })}
      />
      <${Select}
        label="Status"
        value=${filters.status}
        options=${STATUSES}
        onChange=${(/** @type {string} */ status) => setFilters({ status })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked=${filters.violations}
          onChange=${() => setFilters({ violations: !filters.violations })}
        />
        Only with violations
      </label>
    </div>
  `;
}
