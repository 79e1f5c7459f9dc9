import { LIMITS } from '../core/limits.ts';
import { LIFE, type Store } from '../core/store.ts';
import type { UseRecorder } from '../sandboxes/sandboxes.ts';
import type { Exchange } from './exchange.ts';
import type { Journal } from './journal.ts';

/** Delay before waiting data is written. */
const WRITE_DELAY_MS = 5;

/** Number of exchanges in one transaction. A request that arrives during the transaction waits for it. */
const BATCH = 32;

/**
 * Under load, writing takes at most 1/SHARE of the time, unless data would wait for more than MAX_DELAY_MS.
 * Exchanges above the limit of the journal are never written.
 */
const SHARE = 100;
const MAX_DELAY_MS = 100;

/** Number of waiting exchanges above the limit of the journal. Discarding them one by one would be slower. */
const MAX_EXCESS = 256;

/** Bytes of the parts of an exchange whose size hardly differs. */
const EXCHANGE_BYTES = 4096;

/** Default precision of the time of the last use. */
const USE_PRECISION_MS = 1000;

export interface WriteBehindOptions {
  readonly store: Store;
  readonly journal: Journal;
  /** Precision of the time of the last use. */
  readonly usePrecisionMs?: number;
  /** Called with the error if data cannot be written and is lost. */
  readonly report: (error: unknown) => void;
}

/**
 * Writes the journal and the time of the last use of a sandbox after the response, so that no response waits for them.
 * One transaction writes one batch.
 */
export class WriteBehind implements UseRecorder {
  protected readonly store: Store;
  protected readonly journal: Journal;
  protected readonly report: (error: unknown) => void;
  /** Number of written exchanges. */
  written = 0;
  readonly #usePrecisionMs: number;
  /** Waiting exchanges by sandbox, the oldest first. */
  readonly #exchanges = new Map<string, Exchange[]>();
  /** Approximate memory of the waiting exchanges. */
  #waitingBytes = 0;
  /** Last use of each sandbox. */
  readonly #lastUse = new Map<string, number>();
  /** Sandboxes whose last use is not written yet. */
  readonly #used = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ store, journal, report, usePrecisionMs = USE_PRECISION_MS }: WriteBehindOptions) {
    this.store = store;
    this.journal = journal;
    this.report = report;
    this.#usePrecisionMs = usePrecisionMs;
  }

  /** Takes an exchange for the journal. Calls `done` when its response may be sent: here, immediately. */
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

  /** Discards unwritten data of a deleted or reset sandbox. */
  forget(sandbox: string): void {
    this.journal.forget(sandbox);
    this.#discard(this.#exchanges.get(sandbox) ?? []);
    this.#exchanges.delete(sandbox);
    this.#lastUse.delete(sandbox);
    this.#used.delete(sandbox);
  }

  /** Writes the waiting data of a sandbox, or of all sandboxes. */
  async flush(sandbox?: string): Promise<void> {
    const names = sandbox === undefined ? new Set(this.#waiting()) : [sandbox];
    await Promise.all([...names].map((name) => this.#write(name, this.journal.limit)));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.flush();
  }

  /** The sandboxes with waiting data. A sandbox can occur twice. */
  *#waiting(): Generator<string> {
    yield* this.#used;
    yield* this.#exchanges.keys();
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#drain(), ms).unref();
  }

  /** Writes one batch, and schedules the rest. */
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

  /** @returns milliseconds that the store was busy */
  async #write(name: string, most: number): Promise<number> {
    const exchanges = this.#next(name, most);
    const used = this.#used.delete(name) ? this.#lastUse.get(name) : undefined;
    if (exchanges.length === 0 && used === undefined) return 0;
    let start = performance.now();
    try {
      const isWritten = await this.store.transaction(name, async (tx) => {
        start = performance.now();
        const life = await tx.get(LIFE, []);
        // The sandbox was deleted in the meantime and must not be recreated partially.
        if (!life) return false;
        if (exchanges.length > 0) await this.journal.append(tx, name, exchanges);
        if (used !== undefined) await tx.put(LIFE, [], { ...life, lastUsedAt: new Date(used).toISOString() });
        return true;
      });
      if (isWritten) this.written += exchanges.length;
      await this.trimLargest();
    } catch (error) {
      this.report(error);
    }
    return performance.now() - start;
  }

  /** Trims the largest journal if all journals exceed their limit. */
  protected async trimLargest(): Promise<void> {
    const largest = this.journal.largestToTrim();
    if (largest)
      await this.store.transaction(largest.sandbox, (tx) => this.journal.trim(tx, largest.sandbox, largest.most));
  }

  /**
   * Removes and returns the oldest exchanges within the limit of the journal. Moves the sandbox to the end of the
   * queue.
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

/** The approximate memory of an exchange, in bytes. */
function weightOf({ requestBody, response }: Exchange): number {
  return EXCHANGE_BYTES + (requestBody?.bytes.length ?? 0) + (response?.body?.length ?? 0);
}
