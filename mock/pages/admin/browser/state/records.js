import { call } from '../kit/api.js';

/** @import { PageKind } from '../../types.ts' */

/** Records of one page. */
const SHOWN = 50;
/** Records of one request of a search, the most that the mock takes. */
const SEARCHED = 1000;
/** Requests of one search. */
const MOST_REQUESTS = 10;
/** The counts beside the kinds go no further. */
export const COUNTED = 100;

/**
 * @typedef {object} Part
 * @property {any[]} items
 * @property {string} [next] where more begins
 */

/**
 * Some of the records: a page of them, or those that contain the text, wherever they are.
 *
 * @param {PageKind} kind
 * @param {{ after?: string | undefined, text: string }} from
 * @param {AbortSignal} signal
 * @returns {Promise<Part>}
 */
export async function listRecords(kind, { after, text }, signal) {
  if (text === '') return list(kind, { limit: SHOWN, after }, signal);
  /** @type {Part} */
  let found = { items: [], ...(after !== undefined && { next: after }) };
  for (let requests = 0; requests < MOST_REQUESTS; requests++) {
    const { items, next } = await list(kind, { limit: SEARCHED, after: found.next }, signal);
    const matching = items.filter((record) => contains(record, text.toLowerCase()));
    found = { items: [...found.items, ...matching], ...(next !== undefined && { next }) };
    if (next === undefined || found.items.length >= SHOWN) break;
  }
  return found;
}

/**
 * How many there are, as text.
 *
 * @param {PageKind} kind
 * @param {AbortSignal} signal
 */
export async function countRecords(kind, signal) {
  const { items, next } = await list(kind, { limit: COUNTED }, signal);
  return next === undefined ? `${items.length}` : `${COUNTED}+`;
}

/**
 * @param {PageKind} kind
 * @param {object} query
 * @param {AbortSignal} signal
 * @returns {Promise<Part>}
 */
function list(kind, query, signal) {
  return call('get', `/state/${kind.path}`, { query: { ...query }, signal });
}

/**
 * @param {PageKind} kind
 * @param {readonly string[]} key
 */
export function recordPath(kind, key) {
  return `/state/${[kind.path, ...key.map(encodeURIComponent)].join('/')}`;
}

/**
 * Whether any value of the record contains the text, which is in lower case.
 *
 * @param {unknown} value
 * @param {string} text
 * @returns {boolean}
 */
function contains(value, text) {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some((member) => contains(member, text))
    : String(value).toLowerCase().includes(text);
}
