import { count } from '../kit/format.js';

/** @import { Fault } from '../../types.ts' */

/** Describes in words the effects of a fault on a response, such as a delay or an error. @param {Fault} fault */
export function effectOf({ latency, error, reset, truncate, garble, drip, rateLimit }) {
  const effects = [
    error && `${error.status} response${error.example === undefined ? '' : ` (${error.example})`}`,
    rateLimit && `429 above ${count(rateLimit.limit, 'request')} per ${rateLimit.windowSeconds} s`,
    reset && `connection reset ${reset} processing`,
    truncate && 'truncated body',
    garble && 'body that is not JSON',
    drip && `body with ${drip.bytesPerSecond} bytes per second`,
    latency && `delay of ${delayOf(latency)}`,
  ];
  return effects.filter(Boolean).join(', ');
}

/** @param {NonNullable<Fault['latency']>} latency */
function delayOf(latency) {
  if ('fixedMs' in latency) return `${latency.fixedMs} ms`;
  if ('minMs' in latency) return `${latency.minMs} to ${latency.maxMs} ms`;
  return `about ${latency.medianMs} ms (sigma ${latency.sigma})`;
}

/** Describes in words how often a fault applies to the requests of its operations. @param {Fault} fault */
export function triggerOf({ probability = 1, after = 0, count: times }) {
  const share = probability < 1 ? `${Math.round(probability * 10_000) / 100}% of the requests` : 'each request';
  const first = after > 0 ? ` after the first ${after === 1 ? 'one' : after}` : '';
  return `${share}${first}${times === undefined ? '' : `, ${count(times, 'time')}`}`;
}
