import { LIMITS } from '../core/limits.ts';
import { collection, type Transaction } from '../core/store.ts';
import type { Exchange } from './exchange.ts';
import { type JournalEntry, toEntry } from './journal-entry.ts';
import { bytesOf, type JournalRecord, toRecord } from './journal-record.ts';
import type { Redaction } from './redaction.ts';

/** The exchanges by padded sequence number. */
export const JOURNAL = collection<JournalRecord>('journal');
/** The number of exchanges in the journal. */
export const JOURNAL_SIZE = collection<number>('journalSize');
/** An upper bound of the bytes of the journal. */
export const JOURNAL_BYTES = collection<number>('journalBytes');
/** The number of the last exchange. A cleared journal continues the sequence, so that polling clients miss nothing. */
const JOURNAL_SEQUENCE = collection<number>('journalSequence');

/** Share of the limit that remains after a deletion, so that not every exchange needs one. */
const KEPT_SHARE = 0.75;

/** The journal: the last exchanges of each sandbox, in the store. */
export class Journal {
  /** Largest number of exchanges per sandbox; 0 turns the journal off. */
  readonly limit: number;
  /** Replaced when the document is read again. */
  redaction: Redaction;
  /** The bytes of the journals of sandboxes that this process writes. */
  readonly #bytes = new Map<string, number>();
  #allBytes = 0;

  constructor(limit: number, redaction: Redaction) {
    this.limit = limit;
    this.redaction = redaction;
  }

  /** Adds exchanges in their order, and deletes the oldest ones above the limits. */
  async append(tx: Transaction, sandbox: string, exchanges: readonly Exchange[]): Promise<void> {
    const [last, before = 0, bytesBefore = 0] = await Promise.all([
      lastSequence(tx),
      tx.get(JOURNAL_SIZE, []),
      tx.get(JOURNAL_BYTES, []),
    ]);
    const size = before + exchanges.length;
    let sequence = last;
    let bytes = bytesBefore;
    for (const exchange of exchanges) {
      const record = toRecord(exchange, ++sequence, this.redaction);
      bytes += bytesOf(record);
      await tx.put(JOURNAL, key(sequence), record);
    }
    const kept = Math.min(size, this.limit);
    for (let old = sequence - size + 1; old <= sequence - kept; old++) await tx.delete(JOURNAL, key(old));
    await tx.put(JOURNAL_SEQUENCE, [], sequence);
    await tx.put(JOURNAL_SIZE, [], kept);
    await tx.put(JOURNAL_BYTES, [], bytes);
    this.#note(sandbox, bytes);
    if (bytes > LIMITS.journalBytes.default) await this.trim(tx, sandbox, LIMITS.journalBytes.default * KEPT_SHARE);
  }

  /**
   * Deletes the oldest exchanges until the journal has at most `most` bytes. Counts the bytes of the rest: until then,
   * the bytes of deleted exchanges count, too, so that the deletion needs no read.
   */
  async trim(tx: Transaction, sandbox: string, most: number): Promise<void> {
    const records = await tx.list(JOURNAL);
    let bytes = records.reduce((sum, record) => sum + bytesOf(record), 0);
    let deleted = 0;
    for (const record of records) {
      if (bytes <= most) break;
      bytes -= bytesOf(record);
      deleted++;
      await tx.delete(JOURNAL, key(record.sequence));
    }
    await tx.put(JOURNAL_SIZE, [], records.length - deleted);
    await tx.put(JOURNAL_BYTES, [], bytes);
    this.#note(sandbox, bytes);
  }

  /** The sandbox with the largest journal, if all journals together exceed their limit. */
  largestToTrim(): { readonly sandbox: string; readonly most: number } | undefined {
    if (this.#allBytes <= LIMITS.allJournals.default) return undefined;
    const [sandbox, bytes] = [...this.#bytes].reduce((most, one) => (one[1] > most[1] ? one : most));
    return { sandbox, most: bytes / 2 };
  }

  /** Forgets the bytes of a sandbox that was deleted or reset. */
  forget(sandbox: string): void {
    this.#note(sandbox, 0);
  }

  #note(sandbox: string, bytes: number): void {
    this.#allBytes += bytes - (this.#bytes.get(sandbox) ?? 0);
    if (bytes === 0) this.#bytes.delete(sandbox);
    else this.#bytes.set(sandbox, bytes);
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
    return tx.clear([JOURNAL, JOURNAL_SIZE, JOURNAL_BYTES]);
  }
}

async function lastSequence(tx: Transaction): Promise<number> {
  return (await tx.get(JOURNAL_SEQUENCE, [])) ?? 0;
}

/** The key of an exchange. The padding makes the order of the keys the order of the numbers. */
function key(sequence: number): [string] {
  return [String(sequence).padStart(12, '0')];
}
