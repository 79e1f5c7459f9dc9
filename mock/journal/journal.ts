import { LIMITS } from '../core/limits.ts';
import { collection, type Transaction } from '../core/store.ts';
import type { Exchange } from './exchange.ts';
import { type JournalEntry, toEntry } from './journal-entry.ts';
import { bytesOf, type JournalRecord, toRecord } from './journal-record.ts';
import type { Redaction } from './redaction.ts';

/** The collection of the exchanges. The key of an exchange is its sequence number with leading zeros. */
export const JOURNAL = collection<JournalRecord>('journal');
/** The collection with the number of exchanges in the journal. */
export const JOURNAL_SIZE = collection<number>('journalSize');
/** The collection with an upper bound of the size of the journal in bytes. */
export const JOURNAL_BYTES = collection<number>('journalBytes');
/**
 * The collection with the sequence number of the last exchange. After the journal is cleared, the sequence continues,
 * so that a client that polls the journal misses no exchange.
 */
const JOURNAL_SEQUENCE = collection<number>('journalSequence');

/**
 * If a journal exceeds its limit in bytes, the mock deletes exchanges until the size is this share of the limit. The
 * mock can then add many exchanges before the next deletion.
 */
const KEPT_SHARE = 0.75;

/** The journal, which keeps the last exchanges of each sandbox in the store. */
export class Journal {
  /** Largest number of exchanges per sandbox; 0 turns the journal off. */
  readonly limit: number;
  /** The redaction for the current OpenAPI document. The mock sets a new redaction when it reloads the document. */
  redaction: Redaction;
  /** The sizes of the journals that this process writes, in bytes, by the name of the sandbox. */
  readonly #bytes = new Map<string, number>();
  #allBytes = 0;

  constructor(limit: number, redaction: Redaction) {
    this.limit = limit;
    this.redaction = redaction;
  }

  /**
   * Adds exchanges to the journal in their order. If the journal exceeds a limit, deletes its oldest exchanges.
   *
   * @returns the size of the added exchanges in bytes
   */
  async append(tx: Transaction, sandbox: string, exchanges: readonly Exchange[]): Promise<number> {
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
    return bytes - bytesBefore;
  }

  /**
   * Deletes the oldest exchanges until the journal has at most `most` bytes, and stores the exact size of the journal.
   * Between two calls of `trim`, the stored size also includes the exchanges that `append` has deleted, since `append`
   * does not read the sizes of these exchanges.
   *
   * @returns the size of the remaining exchanges in bytes
   */
  async trim(tx: Transaction, sandbox: string, most: number): Promise<number> {
    const records = await tx.list(JOURNAL);
    // If the sandbox was deleted, its journal is empty, and a write would create a sandbox without the seed records.
    if (records.length === 0) return 0;
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
    return bytes;
  }

  /**
   * Returns the sandbox with the largest journal, and the size in bytes to which `trim` should reduce this journal;
   * undefined if the total size of all journals is within the limit.
   */
  largestToTrim(): { readonly sandbox: string; readonly most: number } | undefined {
    if (this.#allBytes <= LIMITS.allJournals.default) return undefined;
    const [sandbox, bytes] = [...this.#bytes].reduce((most, one) => (one[1] > most[1] ? one : most));
    return { sandbox, most: bytes / 2 };
  }

  /** Removes the size of the journal of a deleted or reset sandbox from the total size. */
  forget(sandbox: string): void {
    this.#note(sandbox, 0);
  }

  #note(sandbox: string, bytes: number): void {
    this.#allBytes += bytes - (this.#bytes.get(sandbox) ?? 0);
    if (bytes === 0) this.#bytes.delete(sandbox);
    else this.#bytes.set(sandbox, bytes);
  }

  /**
   * Reads the exchanges after the sequence number `after`, with the oldest exchange first. `last` is the sequence
   * number of the newest exchange.
   */
  async read(tx: Transaction, after = 0): Promise<{ entries: JournalEntry[]; last: number }> {
    const last = await lastSequence(tx);
    // The sequence of a recreated sandbox starts at 1, so a client may send an `after` above `last`, from the time
    // before the sandbox was deleted. A client that sends such an `after` gets all exchanges.
    const isKnown = after > 0 && after <= last;
    const records = await tx.list(JOURNAL, [], isKnown ? { after: key(after) } : {});
    return { entries: records.map((record) => toEntry(record, this.redaction)), last };
  }

  /**
   * Deletes all exchanges of the journal. The sequence numbers of later exchanges continue after the numbers of the
   * deleted exchanges.
   */
  clear(tx: Transaction): Promise<void> {
    return tx.clear([JOURNAL, JOURNAL_SIZE, JOURNAL_BYTES]);
  }
}

async function lastSequence(tx: Transaction): Promise<number> {
  return (await tx.get(JOURNAL_SEQUENCE, [])) ?? 0;
}

/**
 * Returns the key of an exchange in the store. Because of the leading zeros, the keys have the same order as the
 * sequence numbers.
 */
function key(sequence: number): [string] {
  return [String(sequence).padStart(12, '0')];
}
