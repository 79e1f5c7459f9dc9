import { count } from '../kit/format.js';

/** @import { Fault, Latency } from '../../types.ts' */

/**
 * What a fault does: `503, after 500 ms`.
 *
 * @param {Fault} fault
 */
export function whatItDoes(fault) {
  return [effect(fault), fault.latency && delay(fault.latency)].filter(Boolean).join(', ');
}

/**
 * When it strikes: `1 in 5, 3 times, after 2 requests`.
 *
 * @param {Fault} fault
 */
export function whenItStrikes({ probability = 1, count: times, after }) {
  return [
    probability === 1 ? 'Each request' : `${Number((probability * 100).toPrecision(3))} % of requests`,
    times !== undefined && count(times, 'time'),
    after && `after ${count(after, 'request')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** @param {Fault} fault */
function effect({ error, reset, truncate, garble, drip, rateLimit }) {
  if (error) return `Error ${error.status}${error.example === undefined ? '' : ` (${error.example})`}`;
  if (reset) return reset === 'before' ? 'Connection reset before it is done' : 'Done, but the answer is lost';
  if (truncate) return 'Body cut off';
  if (garble) return 'Body garbled';
  if (drip) return `${count(drip.bytesPerSecond, 'byte')} a second`;
  if (rateLimit) return `429 beyond ${rateLimit.limit} in ${rateLimit.windowSeconds} s`;
  return undefined;
}

/** @param {Latency} latency */
function delay({ fixedMs, minMs, maxMs, medianMs, sigma }) {
  if (fixedMs !== undefined) return `${fixedMs} ms late`;
  if (minMs !== undefined) return `${minMs} to ${maxMs} ms late`;
  return `about ${medianMs} ms late (σ ${sigma})`;
}
