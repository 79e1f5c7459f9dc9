import { createHash } from 'node:crypto';
import { type Latency, LONGEST_MS } from '../core/fault.ts';

/** A number from 0 (included) to 1 (excluded) for each purpose; the same whenever it is asked again. */
export type Draw = (purpose: string) => number;

/** The draws for the n-th request that a fault sees: they follow from the seed and n, on any machine. */
export function drawFor(seed: number | string, n: number): Draw {
  return (purpose) => digest(seed, n, purpose).readUIntBE(0, 6) / 2 ** 48;
}

/** 32 bytes that follow from the same. */
export function digest(seed: number | string, n: number, purpose: string): Buffer {
  return createHash('sha256').update(`${seed}/${n}/${purpose}`).digest();
}

/** A delay, in milliseconds, of at most a minute. */
export function delayOf(latency: Latency, draw: Draw): number {
  return Math.min(Math.round(latencyMs(latency, draw)), LONGEST_MS);
}

function latencyMs(latency: Latency, draw: Draw): number {
  if ('fixedMs' in latency) return latency.fixedMs;
  if ('minMs' in latency) return latency.minMs + draw('latency') * (latency.maxMs - latency.minMs);
  return latency.medianMs * Math.exp(latency.sigma * standardNormal(draw));
}

/** Box and Muller. */
function standardNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw('latency'))) * Math.cos(2 * Math.PI * draw('angle'));
}
