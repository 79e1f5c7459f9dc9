import { MAX_DELAY_MS, type SandboxFault } from '../core/fault.ts';
import type { Transaction } from '../core/store.ts';
import { FAULT_STATE, type FaultState, type RateWindow, readFaultState } from './fault-state.ts';
import { delayOf, randomFor } from './random.ts';

/** The faults that apply to a request. */
export interface AppliedFaults {
  /** The IDs of the faults that apply, in the order of the faults. */
  readonly ids: readonly string[];
  readonly delayMs: number;
  /**
   * The first applied fault with an effect other than `latency`. `n` is the number of requests for which the mock has
   * evaluated this fault, including the current request.
   */
  readonly effect?: { readonly fault: SandboxFault; readonly n: number; readonly retryAfterSeconds: number };
}

/**
 * Evaluates the faults in their order, and updates their counts. The delays of several faults add up. After the first
 * applied fault with an effect other than `latency`, the function neither evaluates nor counts further faults.
 */
export async function applyFaults(tx: Transaction, faults: readonly SandboxFault[], now: Date): Promise<AppliedFaults> {
  const ids: string[] = [];
  let delayMs = 0;
  for (const fault of faults) {
    const state = await readFaultState(tx, fault);
    if (state.struck >= (fault.count ?? Number.POSITIVE_INFINITY)) continue;
    const n = state.seen + 1;
    const random = randomFor(fault.seed ?? fault.id, n);
    // Never change the text in the call of `random`: the random number depends on the text. With another text, each
    // fault with a `probability` would apply to other requests than before.
    const isTriggered = n > (fault.after ?? 0) && random('strike') < (fault.probability ?? 1);
    const window = isTriggered ? windowAt(fault, state, now) : state.window;
    const applies = isTriggered && (!fault.rateLimit || (window?.requests ?? 0) > fault.rateLimit.limit);
    await tx.put(FAULT_STATE, [fault.id], {
      of: state.of,
      seen: n,
      struck: state.struck + (applies ? 1 : 0),
      ...(window && { window }),
    });
    if (!applies) continue;
    ids.push(fault.id);
    if (fault.latency) delayMs = Math.min(delayMs + delayOf(fault.latency, random), MAX_DELAY_MS);
    if (hasOtherEffect(fault)) {
      return { ids, delayMs, effect: { fault, n, retryAfterSeconds: secondsLeft(fault, window, now) } };
    }
  }
  return { ids, delayMs };
}

function hasOtherEffect({ error, reset, truncate, garble, drip, rateLimit }: SandboxFault): boolean {
  return (error ?? reset ?? truncate ?? garble ?? drip ?? rateLimit) !== undefined;
}

/**
 * Counts the request in the current window of the rate limit, or in a new window. If a client has set the clock back,
 * the request starts a new window of the rate limit.
 */
function windowAt({ rateLimit }: SandboxFault, { window }: FaultState, now: Date): RateWindow | undefined {
  if (!rateLimit) return undefined;
  const age = window ? now.getTime() - Date.parse(window.startedAt) : -1;
  if (window && age >= 0 && age < rateLimit.windowSeconds * 1000) return { ...window, requests: window.requests + 1 };
  return { startedAt: now.toISOString(), requests: 1 };
}

/**
 * Returns the seconds until the window of the rate limit ends, rounded up to an integer (RFC 9110 §10.2.3). Returns 0
 * for a fault without a rate limit.
 */
function secondsLeft({ rateLimit }: SandboxFault, window: RateWindow | undefined, now: Date): number {
  if (!rateLimit || !window) return 0;
  return Math.ceil((Date.parse(window.startedAt) + rateLimit.windowSeconds * 1000 - now.getTime()) / 1000);
}
