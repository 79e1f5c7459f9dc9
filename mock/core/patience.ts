import { StoreError } from './store-error.ts';

/**
 * The time that a request may wait for a shared store, in milliseconds. The time is shorter than eight seconds, since
 * the mock should send every response within eight seconds.
 */
const PATIENCE_MS = 7000;

/**
 * The time that one request may still wait for a shared store. A requested delay or a slow client does not reduce the
 * time that the request may wait for the store.
 */
export class Patience {
  #leftMs = PATIENCE_MS;

  /** Waits for the store, at most for the remaining time. */
  async spend<T>(wait: (leftMs: number) => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await wait(Math.max(0, this.#leftMs));
    } finally {
      this.#leftMs -= performance.now() - start;
    }
  }

  /**
   * Runs `work`, which has no time limit itself, and waits at most for the remaining time.
   * @throws StoreError if the work needs more than the remaining time
   */
  limit<T>(work: () => Promise<T>): Promise<T> {
    const { promise: expired, reject } = Promise.withResolvers<never>();
    return this.spend(async (leftMs) => {
      const timer = setTimeout(() => reject(tooLate()), leftMs);
      try {
        return await Promise.race([work(), expired]);
      } finally {
        clearTimeout(timer);
      }
    });
  }
}

function tooLate(): StoreError {
  const detail = 'The database of the mock (--data) does not respond. Retry the request.';
  return new StoreError(detail, { detail, retryAfterSeconds: 2 });
}
