import { collection, type Transaction } from '../core/store.ts';
import type { Exchange } from './exchange.ts';
import { type JournalEntry, toEntry } from './journal-entry.ts';
import { type JournalRecord, toRecord } from './journal-record.ts';
import type { Redaction } from './redaction.ts';

/** The exchanges by padded sequence number. */
export const JOURNAL = collection<JournalRecord>('journal');
/** The number of exchanges in the journal. */
export const JOURNAL_SIZE = collection<number>('journalSize');
/** The number of the last exchange. A cleared journal continues the sequence, so that polling clients miss nothing. */
const JOURNAL_SEQUENCE = collection<number>('journalSequence');

/** The journal: the last exchanges of each sandbox, in the store. */
export class Journal {
  /** Largest number of exchanges per sandbox; 0 turns the journal off. */
  readonly limit: number;
  /** Replaced when the document is read again. */
  redaction: Redaction;

  constructor(limit: number, redaction: Redaction) {
    this.limit = limit;
    this.redaction = redaction;
  }

  /** Adds exchanges in their order, and deletes the oldest ones above the limit. */
  async append(tx: Transaction, exchanges: readonly Exchange[]): Promise<void> {
    const [last, before = 0] = await Promise.all([lastSequence(tx), tx.get(JOURNAL_SIZE, [])]);
    const size = before + exchanges.length;
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

  /** Reads the exchanges after a sequence number, the oldest first, and the number of the last exchange. */
  async read(tx: Transaction, after = 0): Promise<{ entries: JournalEntry[]; last: number }> {
    const last = await lastSequence(tx);
    // A recreated sandbox starts at 1. A client with a higher number of the old sandbox gets all exchanges.
    const isKnown = after > 0 && after <= last;
    const records = await tx.list(JOURNAL, [], isKnown ? { after: key(after) } : {});
    return { entries: records.map((record) => toEntry(record, this.redaction)), last };
  }

  /** Deletes all exchanges. The sequence continues. */
  clear(tx: Transaction): Promise<void> {
    return tx.clear([JOURNAL, JOURNAL_SIZE]);
  }
}

async function lastSequence(tx: Transaction): Promise<number> {
  return (await tx.get(JOURNAL_SEQUENCE, [])) ?? 0;
}

/** The key of an exchange. The padding makes the order of the keys the order of the numbers. */
function key(sequence: number): [string] {
  return [String(sequence).padStart(12, '0')];
}
