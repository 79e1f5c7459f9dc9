/** Where nobody named a pace, that from which the first throttled request takes half: many targets bear it. */
const FIRST_PER_SECOND = 100;
/** A target that wants still less is left to its own pauses. */
const SLOWEST_PER_SECOND = 2;
/** By what each request raises the pace that was halved: by half in a second that is used up. */
const RECOVERY_PER_SECOND = 0.5;

/** Keeps what is sent at a distance in time, however many want to send. */
export class Pace {
  readonly #most: number;
  #perSecond: number;
  #next = 0;

  /** @param perSecond how many may be sent in a second; any number when undefined */
  constructor(perSecond = Number.POSITIVE_INFINITY) {
    this.#most = perSecond;
    this.#perSecond = perSecond;
  }

  /** Resolves when it is the caller's turn. */
  async turn(): Promise<void> {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return;
    const now = performance.now();
    const turn = Math.max(now, this.#next);
    this.#next = turn + 1000 / this.#perSecond;
    this.#perSecond = Math.min(this.#most, this.#perSecond + RECOVERY_PER_SECOND);
    // A timer may fire a little early.
    for (let rest = turn - now; rest > 0; rest = turn - performance.now())
      await new Promise((resolve) => setTimeout(resolve, rest));
  }

  /** The target throttles: half as many, and then again more, slowly. */
  slower(): void {
    const half = Math.min(this.#perSecond, FIRST_PER_SECOND) / 2;
    this.#perSecond = Math.min(this.#perSecond, Math.max(half, SLOWEST_PER_SECOND));
  }
}
