import { LIMITS } from '../core/limits.ts';
import { LIFE } from '../core/store.ts';
import type { Exchange } from './exchange.ts';
import { JOURNAL_BYTES } from './journal.ts';
import { WriteBehind } from './write-behind.ts';

/** After it has added this number of bytes to journals, a replica measures the total size of all journals again. */
const MEASURE_BYTES = 512 * 1024;
/**
 * After a measurement of the total size, the replica deletes exchanges until the total size is this number of bytes
 * below the limit. The free space below the limit is for the exchanges that all replicas add until the next
 * measurement.
 */
const RESERVE = 8 * MEASURE_BYTES;

/**
 * Writes each exchange to a shared store before the mock sends the response. A client that has received the response
 * therefore finds the exchange in the journal through every replica. The mock writes the time of the last use of a
 * sandbox after the response, as `WriteBehind` does.
 */
export class WriteThrough extends WriteBehind {
  /**
   * The number of bytes that this replica has added to journals since the last measurement of the size of all journals.
   */
  #unmeasured = 0;
  #trimming: Promise<void> | undefined;

  override exchange(exchange: Exchange, done: (error?: unknown) => void): void {
    if (this.journal.limit === 0) {
      done();
      return;
    }
    const { patience } = exchange;
    const append = (patienceMs?: number) => this.#append(exchange, patienceMs);
    (patience ? patience.spend(append) : append()).then(() => done(), done).catch(this.report);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#trimming;
  }

  async #append(exchange: Exchange, patienceMs: number | undefined): Promise<void> {
    // While a slow deletion is in progress, the replica must not use up the free space below the limit.
    if (this.#unmeasured >= MEASURE_BYTES) await this.#trimming;
    const added = await this.store.transaction(
      exchange.sandbox,
      async (tx) => {
        // If the sandbox was deleted after the request, a write would create a sandbox without the seed records.
        if (!(await tx.get(LIFE, []))) return undefined;
        return this.journal.append(tx, exchange.sandbox, [exchange]);
      },
      patienceMs,
    );
    if (added === undefined) return;
    this.written++;
    this.#unmeasured += added;
    if (this.#unmeasured >= MEASURE_BYTES) this.#trimming ??= this.#trim();
  }

  /**
   * Measures the total size of all journals. While less than `RESERVE` bytes of the limit are free, deletes the oldest
   * exchanges of the largest journal.
   */
  async #trim(): Promise<void> {
    try {
      this.#unmeasured = 0;
      const sizes = new Map(await this.store.perSandbox(JOURNAL_BYTES));
      let all = sizes.values().reduce((sum, bytes) => sum + bytes, 0);
      while (all > LIMITS.allJournals.default - RESERVE) {
        const [sandbox, bytes] = [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most));
        const rest = await this.store.transaction(sandbox, (tx) => this.journal.trim(tx, sandbox, bytes / 2));
        sizes.set(sandbox, rest);
        all += rest - bytes;
      }
    } catch (error) {
      this.report(error);
    } finally {
      this.#trimming = undefined;
    }
  }
}
