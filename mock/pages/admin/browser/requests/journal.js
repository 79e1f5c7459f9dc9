import { call } from '../kit/api.js';

/** @import { Exchange } from '../../types.ts' */

/** Largest number of exchanges that the page keeps. The journal can contain more exchanges. */
export const MAX_EXCHANGES = 1000;

/**
 * Loads the new exchanges of the journal, and appends the new exchanges to the known exchanges. The oldest exchange is
 * first.
 *
 * @param {AbortSignal} signal
 * @param {readonly Exchange[]} [known]
 * @returns {Promise<readonly Exchange[]>} the array `known` itself if the journal has no new exchanges
 */
export async function readJournal(signal, known = []) {
  const newest = known.at(-1);
  if (!newest) return list({ limit: MAX_EXCHANGES }, signal);
  // The query also selects the newest exchange that the page already knows. If the response does not contain the newest
  // known exchange, the journal was cleared or recreated.
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
