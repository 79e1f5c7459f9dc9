/**
 * The requests per second that most targets can handle; the first throttled request of a run without a configured limit
 * halves this rate.
 */
const FIRST_PER_SECOND = 100;
/**
 * The minimum request rate per second: throttled requests do not reduce the rate below this minimum. A target that
 * cannot handle two requests per second must request pauses with `Retry-After`.
 */
const SLOWEST_PER_SECOND = 2;
/**
 * The number of requests per second by which each request raises a halved rate, so that the rate recovers gradually.
 */
const RECOVERY_PER_SECOND = 0.5;

/** Limits the rate of all requests of a run. */
export class Pace {
  readonly #most: number;
  #perSecond: number;
  #next = 0;

  /** @param perSecond maximum number of requests per second; no limit if undefined */
  constructor(perSecond = Number.POSITIVE_INFINITY) {
    this.#most = perSecond;
    this.#perSecond = perSecond;
  }

  /** Waits until the caller may send its request. */
  async waitForTurn(): Promise<void> {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return;
    const now = performance.now();
    const turn = Math.max(now, this.#next);
    this.#next = turn + 1000 / this.#perSecond;
    this.#perSecond = Math.min(this.#most, this.#perSecond + RECOVERY_PER_SECOND);
    // A timer of Node.js may fire slightly too early.
    for (let rest = turn - now; rest > 0; rest = turn - performance.now())
      await new Promise((resolve) => setTimeout(resolve, rest));
  }

  /** Halves the rate after a throttled request. */
  halve(): void {
    const half = Math.min(this.#perSecond, FIRST_PER_SECOND) / 2;
    this.#perSecond = Math.min(this.#perSecond, Math.max(half, SLOWEST_PER_SECOND));
  }
}
