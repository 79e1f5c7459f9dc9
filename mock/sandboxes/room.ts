import { LIMITS } from '../core/limits.ts';
import type { Store } from '../core/store.ts';

/** Bytes of request bodies after which the store is measured again. */
const CHECK_BYTES = 4 * 2 ** 20;
/** Time after which a full store is measured again, since its clients may have deleted records. */
const FULL_MS = 1000;

interface RoomOptions {
  readonly store: Store;
  /** Deletes the sandbox that was idle for the longest time. @returns false if there is none */
  readonly evict: () => Promise<boolean>;
  /** Largest size of all values, in bytes. */
  readonly limit?: number | undefined;
  readonly report: (error: unknown) => void;
}

/** The memory of all sandboxes. A request costs an addition: the store is measured after some mebibytes of bodies. */
export class Room {
  readonly limit: number;
  readonly #options: RoomOptions;
  #received = CHECK_BYTES;
  #isFull = false;
  #checkedAt = 0;
  #checking = false;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.limit = options.limit ?? LIMITS.memory.default;
  }

  /** Counts the body of a request. @returns false if the store is full */
  take(bytes: number): boolean {
    this.#received += bytes;
    const isDue = this.#isFull ? Date.now() - this.#checkedAt > FULL_MS : this.#received >= CHECK_BYTES;
    if (isDue && !this.#checking) void this.check().catch(this.#options.report);
    return !this.#isFull;
  }

  /** Measures the store, and deletes idle sandboxes while it is full. */
  async check(): Promise<void> {
    const { store, evict } = this.#options;
    this.#checking = true;
    try {
      this.#received = 0;
      const isOver = async () => ((await store.bytes?.()) ?? 0) > this.limit;
      let isFull = await isOver();
      while (isFull && (await evict())) isFull = await isOver();
      this.#isFull = isFull;
    } finally {
      this.#checkedAt = Date.now();
      this.#checking = false;
    }
  }
}
