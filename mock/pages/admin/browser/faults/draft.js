/** @import { Fault, Latency } from '../../types.ts' */

/** What a form holds: everything as text. */
export const EMPTY = {
  operations: /** @type {readonly string[]} */ ([]),
  effect: 'error',
  status: '503',
  example: '',
  bytesPerSecond: '20',
  limit: '10',
  windowSeconds: '60',
  latency: 'none',
  fixedMs: '500',
  minMs: '100',
  maxMs: '2000',
  medianMs: '300',
  sigma: '0.5',
  probability: '',
  count: '',
  after: '',
  id: '',
};

/** @typedef {typeof EMPTY} Draft */

/** @type {readonly (readonly [value: string, text: string])[]} */
export const EFFECTS = [
  ['error', 'A documented error'],
  ['resetBefore', 'The connection is reset; nothing is done'],
  ['resetAfter', 'It is done, but the answer is lost'],
  ['truncate', 'The body is cut off'],
  ['garble', 'The body is no JSON'],
  ['drip', 'The body leaves slowly'],
  ['rateLimit', 'Too many requests (429)'],
  ['none', 'Nothing but a delay'],
];

/** @type {readonly (readonly [value: string, text: string])[]} */
export const LATENCIES = [
  ['none', 'No delay'],
  ['fixed', 'The same each time'],
  ['range', 'Evenly spread'],
  ['lognormal', 'As real services have it (lognormal)'],
];

/**
 * The fault that the form describes.
 *
 * @param {Draft} draft
 * @returns {Fault}
 */
export function faultOf(draft) {
  const { operations, id, probability, count, after } = draft;
  return {
    ...(id && { id }),
    ...(operations.length > 0 && { operations: [...operations] }),
    ...effectOf(draft),
    ...latencyOf(draft),
    ...(probability && { probability: Number(probability) }),
    ...(count && { count: Number(count) }),
    ...(after && { after: Number(after) }),
  };
}

/**
 * @param {Draft} draft
 * @returns {Fault}
 */
function effectOf({ effect, status, example, bytesPerSecond, limit, windowSeconds }) {
  switch (effect) {
    case 'error':
      return { error: { status: Number(status), ...(example && { example }) } };
    case 'resetBefore':
      return { reset: 'before' };
    case 'resetAfter':
      return { reset: 'after' };
    case 'truncate':
      return { truncate: true };
    case 'garble':
      return { garble: true };
    case 'drip':
      return { drip: { bytesPerSecond: Number(bytesPerSecond) } };
    case 'rateLimit':
      return { rateLimit: { limit: Number(limit), windowSeconds: Number(windowSeconds) } };
    default:
      return {};
  }
}

/**
 * @param {Draft} draft
 * @returns {{ latency?: Latency }}
 */
function latencyOf({ latency, fixedMs, minMs, maxMs, medianMs, sigma }) {
  switch (latency) {
    case 'fixed':
      return { latency: { fixedMs: Number(fixedMs) } };
    case 'range':
      return { latency: { minMs: Number(minMs), maxMs: Number(maxMs) } };
    case 'lognormal':
      return { latency: { medianMs: Number(medianMs), sigma: Number(sigma) } };
    default:
      return {};
  }
}
