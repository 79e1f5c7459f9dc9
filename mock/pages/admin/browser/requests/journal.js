import { call } from '../kit/api.js';

/** @import { Exchange } from '../../types.ts' */

/** What a browser keeps at hand; the journal may have more. */
export const KEPT = 1000;

/**
 * The exchanges of the journal, the oldest first: those that are known, and what came since.
 *
 * @param {AbortSignal} signal
 * @param {readonly Exchange[]} [known]
 * @returns {Promise<readonly Exchange[]>} `known` itself when nothing came
 */
export async function readJournal(signal, known = []) {
  const newest = known.at(-1);
  if (!newest) return list({ limit: KEPT }, signal);
  // From the newest on that is known: when it does not come back, the journal was emptied or begun anew.
  const [first, ...later] = await list({ after: newest.sequence - 1, limit: KEPT }, signal);
  if (first?.id !== newest.id) return list({ limit: KEPT }, signal);
  return keep(known, later);
}

/**
 * @param {readonly Exchange[]} known
 * @param {readonly Exchange[]} later
 */
function keep(known, later) {
  return later.length === 0 ? known : [...known, ...later].slice(-KEPT);
}

/**
 * @param {{ after?: number, limit: number }} query
 * @param {AbortSignal} signal
 */
async function list(query, signal) {
  const { exchanges } = await call('get', '/journal', { query, signal });
  return exchanges;
}
