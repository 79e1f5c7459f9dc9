import { LIFE } from '../core/store.ts';
import type { Exchange } from './exchange.ts';
import { WriteBehind } from './write-behind.ts';

/**
 * Writes each exchange before its response, for a shared store: a client that has the response finds the exchange in the
 * journal of every process. The time of the last use is written behind.
 */
export class WriteThrough extends WriteBehind {
  override exchange(exchange: Exchange, done: (error?: unknown) => void): void {
    if (this.journal.limit === 0) {
      done();
      return;
    }
    const { patience } = exchange;
    const append = (patienceMs?: number) => this.#append(exchange, patienceMs);
    (patience ? patience.spend(append) : append()).then(() => done(), done).catch(this.report);
  }

  async #append(exchange: Exchange, patienceMs: number | undefined): Promise<void> {
    const isWritten = await this.store.transaction(
      exchange.sandbox,
      async (tx) => {
        // The sandbox was deleted in the meantime and must not be recreated partially.
        if (!(await tx.get(LIFE, []))) return false;
        await this.journal.append(tx, exchange.sandbox, [exchange]);
        return true;
      },
      patienceMs,
    );
    if (isWritten) this.written++;
    await this.trimLargest();
  }
}
