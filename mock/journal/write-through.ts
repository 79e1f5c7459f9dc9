import { LIFE } from '../core/store.ts';
import type { Exchange } from './exchange.ts';
import { WriteBehind } from './write-behind.ts';

/**
 * Writes each exchange to a shared store before the mock sends the response. A client that has received the response
 * therefore finds the exchange through any replica. The time of the last use is still written after the response.
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
        // If the sandbox was deleted since the request, a write would create a sandbox without the records of the seed.
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
