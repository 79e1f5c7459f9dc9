import { LIFE, type Store } from '../core/store.ts';
import type { UseRecorder } from '../sandboxes/sandboxes.ts';
import type { Exchange } from './exchange.ts';
import type { Journal } from './journal.ts';

/** After this, what was put off is written. */
const SOON_MS = 5;

/** Exchanges that are written at once: a request that comes meanwhile waits for them. */
const BATCH = 32;

/**
 * Under load, of so much time one part goes into writing, if that keeps nothing waiting for longer
 * than the most; what the journal has no room for by then is never written.
 */
const SHARE = 100;
const MOST_MS = 100;

/** Exchanges beyond those that the journal has room for: to let them go one by one would take longer. */
const SURPLUS = 256;

/** How exact the time of the last use is. */
const USE_MS = 1000;

interface WriteBehindOptions {
  readonly store: Store;
  readonly journal: Journal;
  /** Called with what could not be written, and is lost. */
  readonly report: (error: unknown) => void;
}

/**
 * What no answer waits for: the journal, and when a sandbox was last used. It is written to the
 * store soon after, a batch in one transaction.
 */
export class WriteBehind implements UseRecorder {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #report: (error: unknown) => void;
  /** By sandbox, the oldest first. */
  readonly #exchanges = new Map<string, Exchange[]>();
  /** When each sandbox was last seen in use, and those whose `life` does not say so yet. */
  readonly #lastUse = new Map<string, number>();
  readonly #used = new Set<string>();
  #written = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ store, journal, report }: WriteBehindOptions) {
    this.#store = store;
    this.#journal = journal;
    this.#report = report;
  }

  /** How many exchanges it wrote. */
  get written(): number {
    return this.#written;
  }

  exchange(exchange: Exchange): void {
    const { limit } = this.#journal;
    if (limit === 0) return;
    const { sandbox } = exchange;
    const waiting = this.#exchanges.get(sandbox);
    if (!waiting) this.#exchanges.set(sandbox, [exchange]);
    else if (waiting.push(exchange) > limit + SURPLUS) waiting.splice(0, waiting.length - limit);
    this.#schedule(SOON_MS);
  }

  use(sandbox: string): void {
    const now = Date.now();
    if (now - (this.#lastUse.get(sandbox) ?? 0) < USE_MS) return;
    this.#lastUse.set(sandbox, now);
    this.#used.add(sandbox);
    this.#schedule(SOON_MS);
  }

  /** Drops what is not written: the sandbox is gone, or begins anew. */
  forget(sandbox: string): void {
    this.#exchanges.delete(sandbox);
    this.#lastUse.delete(sandbox);
    this.#used.delete(sandbox);
  }

  /** Writes all that a sandbox, or every one, has waiting. */
  async flush(sandbox?: string): Promise<void> {
    const names = sandbox === undefined ? new Set(this.#waiting()) : [sandbox];
    await Promise.all([...names].map((name) => this.#write(name, this.#journal.limit)));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.flush();
  }

  /** The sandboxes that have something to write; some may come twice. */
  *#waiting(): Generator<string> {
    yield* this.#used;
    yield* this.#exchanges.keys();
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#drain(), ms).unref();
  }

  /** Writes one batch, and comes back for the rest. */
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
      this.#schedule(Math.min(Math.max(SOON_MS, busyMs * SHARE), MOST_MS));
  }

  /** @returns for how many milliseconds the store was busy */
  async #write(name: string, most: number): Promise<number> {
    const exchanges = this.#next(name, most);
    const used = this.#used.delete(name) ? this.#lastUse.get(name) : undefined;
    if (exchanges.length === 0 && used === undefined) return 0;
    let start = performance.now();
    try {
      await this.#store.transaction(name, async (tx) => {
        start = performance.now();
        const life = await tx.get(LIFE, []);
        // The sandbox was deleted meanwhile: nothing may bring a part of it back.
        if (!life) return;
        if (exchanges.length > 0) await this.#journal.append(tx, exchanges);
        if (used !== undefined) await tx.put(LIFE, [], { ...life, lastUsedAt: new Date(used).toISOString() });
        this.#written += exchanges.length;
      });
    } catch (error) {
      this.#report(error);
    }
    return performance.now() - start;
  }

  /** Takes the oldest that the journal has room for. The sandbox goes to the end of the line. */
  #next(name: string, most: number): readonly Exchange[] {
    const waiting = this.#exchanges.get(name) ?? [];
    const surplus = Math.max(0, waiting.length - this.#journal.limit);
    const taken = waiting.splice(0, surplus + most).slice(surplus);
    this.#exchanges.delete(name);
    if (waiting.length > 0) this.#exchanges.set(name, waiting);
    return taken;
  }
}
