import { LIMITS } from '../core/limits.ts';
import { LIFE, type Store } from '../core/store.ts';
import type { UseRecorder } from '../sandboxes/sandboxes.ts';
import type { Exchange } from './exchange.ts';
import type { Journal } from './journal.ts';

/** The shortest time, in milliseconds, for which the mock collects exchanges and times of use before it writes them. */
const WRITE_DELAY_MS = 5;

/**
 * Largest number of exchanges that the mock writes without a pause. A request that arrives during a write waits until
 * the end of the write.
 */
const BATCH = 32;

/**
 * After a write, the next write waits `SHARE` times as long as the write took, but at most `MAX_DELAY_MS`. Under load,
 * the mock thus spends about 1/SHARE of its time on writes.
 */
const SHARE = 100;
const MAX_DELAY_MS = 100;

/**
 * The waiting exchanges of a sandbox may exceed the limit of its journal by this number before the mock discards the
 * oldest waiting exchanges. Discarding several exchanges together is faster than discarding each exchange separately.
 */
const MAX_EXCESS = 256;

/** The approximate memory in bytes of an exchange without its bodies. */
const EXCHANGE_BYTES = 4096;

/** The mock updates the time of the last use of a sandbox at most once per this number of milliseconds. */
const USE_PRECISION_MS = 1000;

export interface WriteBehindOptions {
  readonly store: Store;
  readonly journal: Journal;
  /** The mock updates the time of the last use of a sandbox at most once per this number of milliseconds. */
  readonly usePrecisionMs?: number;
  /** Receives the error if the store cannot write data. The mock discards the data that the store cannot write. */
  readonly report: (error: unknown) => void;
}

/**
 * Writes the exchanges and the times of the last use of the sandboxes after the responses, so that no response waits
 * for the store. One transaction writes all waiting exchanges of a sandbox, up to a limit.
 */
export class WriteBehind implements UseRecorder {
  protected readonly store: Store;
  protected readonly journal: Journal;
  protected readonly report: (error: unknown) => void;
  /** The number of exchanges that the mock has written to the journal. */
  written = 0;
  readonly #usePrecisionMs: number;
  /** The waiting exchanges of each sandbox, with the oldest exchange first. */
  readonly #exchanges = new Map<string, Exchange[]>();
  /** The approximate memory of the waiting exchanges, in bytes. */
  #waitingBytes = 0;
  /** The time of the last use of each sandbox, in milliseconds since 1970. */
  readonly #lastUse = new Map<string, number>();
  /** The sandboxes whose time of the last use the mock has not yet written to the store. */
  readonly #used = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ store, journal, report, usePrecisionMs = USE_PRECISION_MS }: WriteBehindOptions) {
    this.store = store;
    this.journal = journal;
    this.report = report;
    this.#usePrecisionMs = usePrecisionMs;
  }

  /**
   * Keeps an exchange in memory for a later write to the journal. Calls `done` immediately, so that the mock sends the
   * response before it writes the exchange.
   */
  exchange(exchange: Exchange, done: (error?: unknown) => void): void {
    this.#keep(exchange);
    done();
  }

  #keep(exchange: Exchange): void {
    const { limit } = this.journal;
    if (limit === 0) return;
    const { sandbox } = exchange;
    const waiting = this.#exchanges.get(sandbox);
    this.#waitingBytes += weightOf(exchange);
    if (!waiting) this.#exchanges.set(sandbox, [exchange]);
    else if (waiting.push(exchange) > limit + MAX_EXCESS) this.#discard(waiting.splice(0, waiting.length - limit));
    if (waiting && this.#waitingBytes > LIMITS.waitingExchanges.default)
      this.#discard(waiting.splice(0, Math.ceil(waiting.length / 2)));
    this.#schedule(WRITE_DELAY_MS);
  }

  #discard(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) this.#waitingBytes -= weightOf(exchange);
  }

  use(sandbox: string): void {
    const now = this.store.replicas?.now() ?? Date.now();
    if (now - (this.#lastUse.get(sandbox) ?? 0) < this.#usePrecisionMs) return;
    this.#lastUse.set(sandbox, now);
    this.#used.add(sandbox);
    this.#schedule(WRITE_DELAY_MS);
  }

  /** Discards the waiting data of a deleted or reset sandbox. */
  forget(sandbox: string): void {
    this.journal.forget(sandbox);
    this.#discard(this.#exchanges.get(sandbox) ?? []);
    this.#exchanges.delete(sandbox);
    this.#lastUse.delete(sandbox);
    this.#used.delete(sandbox);
  }

  /** Writes the waiting data of the given sandbox, or of all sandboxes. */
  async flush(sandbox?: string): Promise<void> {
    const names = sandbox === undefined ? new Set(this.#waiting()) : [sandbox];
    await Promise.all([...names].map((name) => this.#write(name, this.journal.limit)));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.flush();
  }

  /**
   * Yields the names of the sandboxes with waiting data. The generator can yield the name of a sandbox twice: once for
   * the time of the last use, and once for the exchanges.
   */
  *#waiting(): Generator<string> {
    yield* this.#used;
    yield* this.#exchanges.keys();
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#drain(), ms).unref();
  }

  /** Writes at most `BATCH` exchanges, and starts the timer for the remaining exchanges. */
  async #drain(): Promise<void> {
    let room = BATCH;
    let busyMs = 0;
    for (const name of this.#waiting()) {
      if (room <= 0) break;
      const count = Math.min(room, this.#exchanges.get(name)?.length ?? 0);
      busyMs += await this.#write(name, room);
      room -= Math.max(1, count);
    }
    this.#timer = undefined;
    if (this.#exchanges.size > 0 || this.#used.size > 0)
      this.#schedule(Math.min(Math.max(WRITE_DELAY_MS, busyMs * SHARE), MAX_DELAY_MS));
  }

  /** Writes the waiting data of a sandbox. @returns the time that this write needed, in milliseconds */
  async #write(name: string, most: number): Promise<number> {
    const exchanges = this.#next(name, most);
    const used = this.#used.delete(name) ? this.#lastUse.get(name) : undefined;
    if (exchanges.length === 0 && used === undefined) return 0;
    let start = performance.now();
    try {
      const isWritten = await this.store.transaction(name, async (tx) => {
        start = performance.now();
        const life = await tx.get(LIFE, []);
        // If the sandbox was deleted after the exchange, a write would create a sandbox without the seed records.
        if (!life) return false;
        if (exchanges.length > 0) await this.journal.append(tx, name, exchanges);
        if (used !== undefined) await tx.put(LIFE, [], { ...life, lastUsedAt: new Date(used).toISOString() });
        return true;
      });
      if (isWritten) this.written += exchanges.length;
      await this.#trimLargest();
    } catch (error) {
      this.report(error);
    }
    return performance.now() - start;
  }

  /** Deletes the oldest exchanges of the largest journal if the total size of all journals exceeds the limit. */
  async #trimLargest(): Promise<void> {
    const largest = this.journal.largestToTrim();
    if (largest)
      await this.store.transaction(largest.sandbox, (tx) => this.journal.trim(tx, largest.sandbox, largest.most));
  }

  /**
   * Removes and returns the next exchanges of a sandbox to write, at most `most`. Discards older exchanges that the
   * journal would delete directly after the write. Moves the sandbox to the end of the queue of sandboxes with waiting
   * data.
   */
  #next(name: string, most: number): readonly Exchange[] {
    const waiting = this.#exchanges.get(name) ?? [];
    const excess = Math.max(0, waiting.length - this.journal.limit);
    const taken = waiting.splice(0, excess + most);
    this.#discard(taken);
    const next = excess === 0 ? taken : taken.slice(excess);
    this.#exchanges.delete(name);
    if (waiting.length > 0) this.#exchanges.set(name, waiting);
    return next;
  }
}

/** Returns the approximate memory that an exchange needs, in bytes. */
function weightOf({ requestBody, response }: Exchange): number {
  return EXCHANGE_BYTES + (requestBody?.bytes.length ?? 0) + (response?.body?.length ?? 0);
}
