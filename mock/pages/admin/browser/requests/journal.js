import { call } from '../kit/api.js';

/** @import { Exchange } from '../../types.ts' */

/**
 * Largest number of exchanges that the page keeps. The journal in the mock can contain more exchanges than the page
 * keeps.
 */
export const MAX_EXCHANGES = 1000;

/**
 * Loads the new exchanges of the journal, and appends the new exchanges to the known exchanges. In the returned array,
 * the oldest exchange is first.
 *
 * @param {AbortSignal} signal
 * @param {readonly Exchange[]} [known]
 * @returns {Promise<readonly Exchange[]>} the array `known` itself if the journal has no new exchanges
 */
export async function readJournal(signal, known = []) {
  const newest = known.at(-1);
  if (!newest) return list({ limit: MAX_EXCHANGES }, signal);
  // The query of the journal also selects the newest exchange that the page already knows. If the response does not
  // contain this exchange, the journal was cleared or recreated since the last query.
  const [first, ...later] = await list({ after: newest.sequence - 1, limit: MAX_EXCHANGES }, signal);
  if (first?.id !== newest.id) return list({ limit: MAX_EXCHANGES }, signal);
  return keep(known, later);
}

/**
 * @param {readonly Exchange[]} known
 * @param {readonly Exchange[]} later
 */
function keep(known, later) {
  return later.length === 0 ? known : [...known, ...later].slice(-MAX_EXCHANGES);
}

/**
 * @param {{ after?: number, limit: number }} query
 * @param {AbortSignal} signal
 */
async function list(query, signal) {
  const { exchanges } = await call('get', '/journal', { query, signal });
  return exchanges;
}
