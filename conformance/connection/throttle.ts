import type { Answer } from '../../src/run-result/wire.ts';

/** The target has no time for the request (429, or 503 with `Retry-After`), however often it is asked: no violation. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
  /** True if it is of no use to send anything else. */
  readonly forGood: boolean;

  constructor(message: string, forGood: boolean) {
    super(message);
    this.forGood = forGood;
  }
}

/** How far the run obeys. */
export const PATIENCE = {
  /** A single pause. */
  pauseMs: 30_000,
  /** In which nothing is served: a deployment takes its time. */
  unservedMs: 60_000,
  /** The same, before anything was served. */
  unservedAtFirstMs: 10_000,
  /** All pauses of a run. */
  totalMs: 300_000,
};

const ADVICE = '; --max-rps N sends no more than N requests a second';

/** Where 429 names no time. */
const DEFAULT_PAUSE_MS = 1000;
const LEAST_PAUSE_MS = 50;

/** The pauses that a target asks for. They hold for every request of the run: a rate limit counts all. */
export class Throttle {
  #until = 0;
  /** When a pause was first asked for since something was served. */
  #unservedSince: number | undefined;
  #servings = 0;
  #totalMs = 0;

  /** Resolves when the pause is over. */
  async turn(): Promise<void> {
    for (let rest = this.#until - performance.now(); rest > 0; rest = this.#until - performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** True if a pause goes on. */
  pauses(): boolean {
    return performance.now() < this.#until;
  }

  served(): void {
    this.#unservedSince = undefined;
    this.#servings++;
  }

  /** How many requests were served. */
  get servings(): number {
    return this.#servings;
  }

  /**
   * Begins a pause, or makes the one that goes on longer.
   *
   * @param isLimit whether it is for the number of requests (429): who knows of a limit may name it
   * @returns whether it begins
   * @throws ThrottledError beyond patience
   */
  pause(ms: number, isLimit = true): boolean {
    const now = performance.now();
    const begins = !this.pauses();
    this.#unservedSince ??= now;
    const unserved = now - this.#unservedSince;
    // A target that serves nothing for long, and asks for next to no pause, is not asked all the time.
    const wait = Math.max(ms, unserved / 10);
    if (begins) this.#totalMs += wait;
    const advice = isLimit ? ADVICE : '';
    const asked = `the target throttles the run (asks for a pause of ${Math.ceil(ms / 1000)} s)`;
    if (ms > PATIENCE.pauseMs)
      throw new ThrottledError(`${asked}, which is longer than the suite waits${advice}`, true);
    const patience = this.#servings > 0 ? PATIENCE.unservedMs : PATIENCE.unservedAtFirstMs;
    if (begins && unserved >= patience)
      throw new ThrottledError(`${asked}, and served nothing for ${patience / 1000} s${advice}`, true);
    if (this.#totalMs > PATIENCE.totalMs)
      throw new ThrottledError(`${asked}, after ${PATIENCE.totalMs / 1000} s of pauses${advice}`, true);
    this.#until = Math.max(this.#until, now + wait);
    return begins;
  }
}

/** The pause that an answer asks for, in milliseconds; undefined where it is an answer like any other. */
export function pauseOf({ status, headers }: Pick<Answer, 'status' | 'headers'>, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim();
  const ms = value === undefined ? undefined : milliseconds(value, now);
  if (status === 429) return Math.max(LEAST_PAUSE_MS, ms ?? DEFAULT_PAUSE_MS);
  return status === 503 && ms !== undefined ? Math.max(LEAST_PAUSE_MS, ms) : undefined;
}

/** RFC 9110 §10.2.3: seconds or a date. */
function milliseconds(value: string, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
