import { createHash } from 'node:crypto';
import { type Latency, MAX_DELAY_MS } from '../core/fault.ts';

/**
 * Returns a pseudo-random number from 0 (inclusive) to 1 (exclusive). `purpose` names the choice for which the caller
 * needs the number. For one fault and one request, equal purposes give equal numbers.
 */
export type Random = (purpose: string) => number;

/**
 * Creates the source of random numbers for one fault and its `n`th request. Equal values of `seed` and `n` give equal
 * random numbers.
 */
export function randomFor(seed: number | string, n: number): Random {
  return (purpose) => randomBytes(seed, n, purpose).readUIntBE(0, 6) / 2 ** 48;
}

/** Returns 32 pseudo-random bytes. Two calls of `randomBytes` with equal arguments return equal bytes. */
export function randomBytes(seed: number | string, n: number, purpose: string): Buffer {
  return createHash('sha256').update(`${seed}/${n}/${purpose}`).digest();
}

/** Chooses a random delay of at most a minute, in milliseconds. */
export function delayOf(latency: Latency, random: Random): number {
  return Math.min(Math.round(latencyMs(latency, random)), MAX_DELAY_MS);
}

function latencyMs(latency: Latency, random: Random): number {
  if ('fixedMs' in latency) return latency.fixedMs;
  if ('minMs' in latency) return latency.minMs + random('latency') * (latency.maxMs - latency.minMs);
  return latency.medianMs * Math.exp(latency.sigma * standardNormal(random));
}

/** Returns a random number from the standard normal distribution (Box-Muller transform). */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random('latency'))) * Math.cos(2 * Math.PI * random('angle'));
}
