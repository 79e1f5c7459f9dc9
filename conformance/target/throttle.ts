import type { Answer } from './answer.ts';

/** The target has no time for the request (429, or 503 with `Retry-After`), however often it is asked: no violation. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
  /** Whether it is of no use to send anything else. */
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
  /** Pauses after which still nothing is served. */
  pausesInARow: 4,
  /** All pauses of a run. */
  totalMs: 300_000,
};

/** Where 429 names no time. */
const DEFAULT_PAUSE_MS = 1000;
const LEAST_PAUSE_MS = 50;

/** The pauses that a target asks for. They hold for every request of the run: a rate limit counts all. */
export class Throttle {
  #until = 0;
  #inARow = 0;
  #totalMs = 0;

  /** Resolves when the pause is over. */
  async turn(): Promise<void> {
    for (let rest = this.#until - performance.now(); rest > 0; rest = this.#until - performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  served(): void {
    this.#inARow = 0;
  }

  /** Begins a pause, unless the one that the target has asked for goes on. @throws ThrottledError beyond patience */
  pause(ms: number): void {
    const now = performance.now();
    if (now >= this.#until) {
      this.#inARow++;
      this.#totalMs += ms;
    }
    const asked = `the target throttles the run (asks for a pause of ${Math.ceil(ms / 1000)} s)`;
    if (ms > PATIENCE.pauseMs) throw new ThrottledError(`${asked}, which is longer than the suite waits`, true);
    if (this.#inARow > PATIENCE.pausesInARow)
      throw new ThrottledError(`${asked}, and served nothing after ${PATIENCE.pausesInARow} pauses`, true);
    if (this.#totalMs > PATIENCE.totalMs)
      throw new ThrottledError(`${asked}, after ${PATIENCE.totalMs / 1000} s of pauses`, true);
    this.#until = Math.max(this.#until, now + ms);
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
