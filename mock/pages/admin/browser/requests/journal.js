import { call } from '../kit/api.js';

/** @import { Exchange } from '../../types.ts' */

/** Largest number of exchanges that the page keeps. The journal can have more. */
export const MAX_EXCHANGES = 1000;

/**
 * Loads new exchanges, and returns them after the known ones. The oldest is first.
 *
 * @param {AbortSignal} signal
 * @param {readonly Exchange[]} [known]
 * @returns {Promise<readonly Exchange[]>} `known` itself if there are no new exchanges
 */
export async function readJournal(signal, known = []) {
  const newest = known.at(-1);
  if (!newest) return list({ limit: MAX_EXCHANGES }, signal);
  // The query includes the newest known exchange. If the response does not, the journal was cleared or recreated.
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
