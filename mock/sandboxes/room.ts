import { LIMITS } from '../core/limits.ts';
import type { Store } from '../core/store.ts';

/** The largest estimated growth of the store, in bytes, after which the mock measures the size of the store again. */
const CHECK_BYTES = 4 * 2 ** 20;
/**
 * A process measures the size of the store again after the process has filled 1/8 of the free space, since other
 * replicas fill the same free space.
 */
const CHECK_SHARE = 8;
/** If little space is free, a process measures the size of the store again after a growth by 1/256 of the limit. */
const SMALLEST_SHARE = 256;
/**
 * Estimates the bytes that a request adds to the store. The request body is stored in a record and in the journal, and
 * the journal also contains other data of the exchange.
 */
const growthBy = (bodyBytes: number) => 2 * bodyBytes + 2048;
/**
 * While the store is full, the mock measures the size of the store again after this time in milliseconds, since clients
 * may have deleted records since the last measurement.
 */
const FULL_MS = 1000;

interface RoomOptions {
  readonly store: Store;
  /** Deletes the sandbox that has been idle for the longest time. @returns false if no sandbox can be deleted */
  readonly evict: () => Promise<boolean>;
  /** Largest total size of all values in the store, in bytes. */
  readonly limit?: number | undefined;
  readonly report: (error: unknown) => void;
}

/**
 * Limits the memory that all sandboxes together may use. The mock estimates the growth of the store with each request,
 * and measures the size only after some mebibytes of growth.
 */
export class Room {
  readonly limit: number;
  readonly #options: RoomOptions;
  /** The estimated growth of the store since the last measurement of its size, in bytes. */
  #growth = 0;
  /** The growth of the store after which the mock measures its size again, in bytes. */
  #mostGrowth = 0;
  #isFull = false;
  #checkedAt = 0;
  #checking = false;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.limit = options.limit ?? LIMITS.memory.default;
  }

  /**
   * Adds a request with a body of `bytes` bytes to the estimated growth of the store.
   * @returns false if the store is full
   */
  take(bytes: number): boolean {
    this.#growth += growthBy(bytes);
    const isDue = this.#isFull ? Date.now() - this.#checkedAt > FULL_MS : this.#growth >= this.#mostGrowth;
    if (isDue && !this.#checking) void this.check().catch(this.#options.report);
    return !this.#isFull;
  }

  /** Measures the size of the store, and deletes idle sandboxes while the store is full. */
  async check(): Promise<void> {
    const { store, evict } = this.#options;
    this.#checking = true;
    try {
      this.#growth = 0;
      const measure = async () => this.limit - ((await store.bytes?.()) ?? 0);
      let free = await measure();
      while (free < 0 && (await evict())) free = await measure();
      this.#isFull = free < 0;
      this.#mostGrowth = Math.min(CHECK_BYTES, Math.max(free / CHECK_SHARE, this.limit / SMALLEST_SHARE));
    } finally {
      this.#checkedAt = Date.now();
      this.#checking = false;
    }
  }
}
