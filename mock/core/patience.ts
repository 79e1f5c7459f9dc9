/** Time that a request may wait for a shared store. The rest of its eight seconds is for the response itself. */
const PATIENCE_MS = 7000;

/**
 * The time that one request may still wait for a shared store. Only waiting for the store counts, not a requested delay
 * or a slow client.
 */
export class Patience {
  #leftMs = PATIENCE_MS;

  /** Waits for the store, at most for the rest of the time. */
  async spend<T>(wait: (leftMs: number) => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await wait(Math.max(0, this.#leftMs));
    } finally {
      this.#leftMs -= performance.now() - start;
    }
  }
}
