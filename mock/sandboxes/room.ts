import { LIMITS } from '../core/limits.ts';
import type { Store } from '../core/store.ts';

/** Largest growth of the store between two measurements. */
const CHECK_BYTES = 4 * 2 ** 20;
/** Part of the free space after which a replica measures the store again, since other replicas fill it, too. */
const CHECK_SHARE = 8;
/** Smallest growth between two measurements, as a part of the limit. */
const SMALLEST_SHARE = 256;
/** Bytes that a request adds to the store: its body as a record and in the journal, and the rest of the exchange. */
const growthBy = (bodyBytes: number) => 2 * bodyBytes + 2048;
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

/** The memory of all sandboxes. A request costs an addition: the store is measured after some mebibytes of growth. */
export class Room {
  readonly limit: number;
  readonly #options: RoomOptions;
  /** The estimated growth since the last measurement. */
  #growth = 0;
  /** The growth after which the store is measured. */
  #mostGrowth = 0;
  #isFull = false;
  #checkedAt = 0;
  #checking = false;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.limit = options.limit ?? LIMITS.memory.default;
  }

  /** Counts the body of a request. @returns false if the store is full */
  take(bytes: number): boolean {
    this.#growth += growthBy(bytes);
    const isDue = this.#isFull ? Date.now() - this.#checkedAt > FULL_MS : this.#growth >= this.#mostGrowth;
    if (isDue && !this.#checking) void this.check().catch(this.#options.report);
    return !this.#isFull;
  }

  /** Measures the store, and deletes idle sandboxes while it is full. */
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
