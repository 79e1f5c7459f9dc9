import { createHash } from 'node:crypto';
import { type Latency, LONGEST_MS } from '../core/fault.ts';

/** Returns a pseudo-random number from 0 (inclusive) to 1 (exclusive), always the same for one purpose. */
export type Draw = (purpose: string) => number;

/** Creates the random numbers for request n of a fault. They depend only on the seed and n. */
export function drawFor(seed: number | string, n: number): Draw {
  return (purpose) => digest(seed, n, purpose).readUIntBE(0, 6) / 2 ** 48;
}

/** Returns 32 pseudo-random bytes. */
export function digest(seed: number | string, n: number, purpose: string): Buffer {
  return createHash('sha256').update(`${seed}/${n}/${purpose}`).digest();
}

/** Chooses a delay in milliseconds, of at most a minute. */
export function delayOf(latency: Latency, draw: Draw): number {
  return Math.min(Math.round(latencyMs(latency, draw)), LONGEST_MS);
}

function latencyMs(latency: Latency, draw: Draw): number {
  if ('fixedMs' in latency) return latency.fixedMs;
  if ('minMs' in latency) return latency.minMs + draw('latency') * (latency.maxMs - latency.minMs);
  return latency.medianMs * Math.exp(latency.sigma * standardNormal(draw));
}

/** A number of the standard normal distribution (Box-Muller transform). */
function standardNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw('latency'))) * Math.cos(2 * Math.PI * draw('angle'));
}
