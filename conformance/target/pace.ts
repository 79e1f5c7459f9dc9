/** Keeps what is sent at a distance in time, however many want to send. */
export class Pace {
  readonly #distanceMs: number;
  #next = 0;

  /** @param perSecond how many may be sent in a second; any number when undefined */
  constructor(perSecond: number | undefined) {
    this.#distanceMs = perSecond === undefined ? 0 : 1000 / perSecond;
  }

  /** Resolves when it is the caller's turn. */
  async turn(): Promise<void> {
    if (this.#distanceMs === 0) return;
    const now = performance.now();
    const turn = Math.max(now, this.#next);
    this.#next = turn + this.#distanceMs;
    // A timer may fire a little early.
    for (let rest = turn - now; rest > 0; rest = turn - performance.now())
      await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
