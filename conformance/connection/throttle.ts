import type { Answer } from '../../src/run-result/wire.ts';

/**
 * Thrown if the target throttles a request (429, or 503 with `Retry-After`) after all retries. A throttled request is
 * not a failure of the target.
 */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
  /** True if the target throttles all requests of the run, so that the run must end. */
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

/** The limits for the pauses that a target requests in a run, in milliseconds. */
export const PAUSE_LIMITS = {
  /** The maximum length of one pause. */
  pauseMs: 30_000,
  /** Time without a served request after which the run ends, longer than a deployment of the target takes. */
  unservedMs: 60_000,
  /** Time after which the run ends if the target has not served any request yet. */
  unservedAtFirstMs: 10_000,
  /** Maximum sum of all pauses of a run. */
  totalMs: 300_000,
};

const ADVICE = '. Use --max-rps N to send at most N requests per second';

/** The pause after a 429 without a valid `Retry-After`. */
const DEFAULT_PAUSE_MS = 1000;
const MIN_PAUSE_MS = 50;

/**
 * The pauses that a target requests with 429 or 503. A pause delays every request of the run, since a rate limit counts
 * all requests.
 */
export class Throttle {
  #until = 0;
  /**
   * The time of the first requested pause since the last served request; undefined if the target has requested no pause
   * since then.
   */
  #unservedSince: number | undefined;
  #servedCount = 0;
  #totalMs = 0;

  /** Resolves at the end of the current pause. */
  async waitForPause(): Promise<void> {
    for (let rest = this.#until - performance.now(); rest > 0; rest = this.#until - performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** True during a pause. */
  pauses(): boolean {
    return performance.now() < this.#until;
  }

  served(): void {
    this.#unservedSince = undefined;
    this.#servedCount++;
  }

  /** The number of served requests. */
  get servedCount(): number {
    return this.#servedCount;
  }

  /**
   * Begins a pause, or extends the current pause.
   *
   * @param isLimit true if the target requests the pause because of a rate limit (429): the message of the error then
   *   suggests --max-rps
   * @returns true if a new pause begins
   * @throws ThrottledError if the pauses exceed a limit in `PAUSE_LIMITS`
   */
  pause(ms: number, isLimit = true): boolean {
    const now = performance.now();
    const begins = !this.pauses();
    this.#unservedSince ??= now;
    const unserved = now - this.#unservedSince;
    // The longer the target serves no request, the longer is the pause.
    const wait = Math.max(ms, unserved / 10);
    if (begins) this.#totalMs += wait;
    const advice = isLimit ? ADVICE : '';
    const message = `the target throttles the run and requests a pause of ${Math.ceil(ms / 1000)} s`;
    if (ms > PAUSE_LIMITS.pauseMs)
      throw new ThrottledError(`${message}; the suite waits at most ${PAUSE_LIMITS.pauseMs / 1000} s${advice}`, true);
    const limit = this.#servedCount > 0 ? PAUSE_LIMITS.unservedMs : PAUSE_LIMITS.unservedAtFirstMs;
    if (begins && unserved >= limit)
      throw new ThrottledError(`${message}; the target served no request for ${limit / 1000} s${advice}`, true);
    if (this.#totalMs > PAUSE_LIMITS.totalMs)
      throw new ThrottledError(`${message}, after ${PAUSE_LIMITS.totalMs / 1000} s of pauses${advice}`, true);
    this.#until = Math.max(this.#until, now + wait);
    return begins;
  }
}

/** The pause in milliseconds that a response requests; undefined if the response requests no pause. */
export function pauseOf({ status, headers }: Pick<Answer, 'status' | 'headers'>, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim();
  const ms = value === undefined ? undefined : milliseconds(value, now);
  if (status === 429) return Math.max(MIN_PAUSE_MS, ms ?? DEFAULT_PAUSE_MS);
  return status === 503 && ms !== undefined ? Math.max(MIN_PAUSE_MS, ms) : undefined;
}

/** The value of `Retry-After`: seconds or a date (RFC 9110 §10.2.3). */
function milliseconds(value: string, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
