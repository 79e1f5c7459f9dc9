import { collection, type Transaction } from '../core/store.ts';
import type { Exchange } from './exchange.ts';
import { type JournalEntry, toEntry } from './journal-entry.ts';
import { type JournalRecord, toRecord } from './journal-record.ts';
import type { Redaction } from './redaction.ts';

/** Exchanges, by their padded sequence number. */
export const JOURNAL = collection<JournalRecord>('journal');
/** How many exchanges there are. */
export const JOURNAL_SIZE = collection<number>('journalSize');
/** The number of the last exchange; it goes on when the journal is emptied, so that who polls misses nothing. */
const JOURNAL_SEQUENCE = collection<number>('journalSequence');

/** The last exchanges of a sandbox, in the store. */
export class Journal {
  /** How many each sandbox keeps; 0: the journal is off. */
  readonly limit: number;
  /** Follows the document when it is read again. */
  redaction: Redaction;

  constructor(limit: number, redaction: Redaction) {
    this.limit = limit;
    this.redaction = redaction;
  }

  /** Adds exchanges in their order, in place of the oldest ones when there is no more room. */
  async append(tx: Transaction, exchanges: readonly Exchange[]): Promise<void> {
    const last = await lastSequence(tx);
    const size = ((await tx.get(JOURNAL_SIZE, [])) ?? 0) + exchanges.length;
    let sequence = last;
    for (const exchange of exchanges) {
      sequence++;
      await tx.put(JOURNAL, key(sequence), toRecord(exchange, sequence, this.redaction));
    }
    const kept = Math.min(size, this.limit);
    for (let old = sequence - size + 1; old <= sequence - kept; old++) await tx.delete(JOURNAL, key(old));
    await tx.put(JOURNAL_SEQUENCE, [], sequence);
    await tx.put(JOURNAL_SIZE, [], kept);
  }

  /** The exchanges after a sequence number, the oldest first, and the number of the last one ever. */
  async read(tx: Transaction, after = 0): Promise<{ entries: JournalEntry[]; last: number }> {
    const last = await lastSequence(tx);
    // The numbers of a sandbox that was deleted begin anew: who counts on from the old ones sees all.
    const records = after > 0 && after <= last ? await this.#since(tx, after, last) : await tx.list(JOURNAL);
    return { entries: records.map((record) => toEntry(record, this.redaction)), last };
  }

  /** Forgets all exchanges; the sequence goes on. */
  clear(tx: Transaction): Promise<void> {
    return tx.clear([JOURNAL, JOURNAL_SIZE]);
  }

  async #since(tx: Transaction, after: number, last: number) {
    const size = (await tx.get(JOURNAL_SIZE, [])) ?? 0;
    const records = [];
    for (let sequence = Math.max(after, last - size) + 1; sequence <= last; sequence++) {
      const record = await tx.get(JOURNAL, key(sequence));
      if (record) records.push(record);
    }
    return records;
  }
}

async function lastSequence(tx: Transaction): Promise<number> {
  return (await tx.get(JOURNAL_SEQUENCE, [])) ?? 0;
}

/** Padded, so that the order of the keys is that of the numbers. */
function key(sequence: number): [string] {
  return [String(sequence).padStart(12, '0')];
}
