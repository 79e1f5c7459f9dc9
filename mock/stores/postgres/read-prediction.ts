/** The collection of a record, and the text of its key. */
export type RecordKey = readonly [collection: string, text: string];

/**
 * The factor by which each batch reduces the score of a record. The score of a record is the share of the recent
 * batches that read the record.
 */
const DECAY = 0.9;
/** The smallest score of a record that the next batch probably reads. */
const LIKELY = 0.2;
const FORGOTTEN = 0.05;
const MAX_PREDICTED = 16;
/** Largest number of records with a score. A prediction is not useful for batches that read more records. */
const MAX_CANDIDATES = 64;

interface Candidate {
  readonly key: RecordKey;
  score: number;
}

/**
 * Predicts which records the next batch reads, so that the batch can read these records together with the lock of the
 * sandbox. Most requests read the same few records, such as the counters of the journal. A wrong prediction only costs
 * time.
 */
export class ReadPrediction {
  readonly #candidates = new Map<string, Candidate>();
  #predicted: readonly RecordKey[] = [];

  /** The records that the next batch probably reads. */
  get next(): readonly RecordKey[] {
    return this.#predicted;
  }

  /** Learns from the records that a batch has read, by their identifiers. */
  learn(read: ReadonlyMap<string, RecordKey>): void {
    for (const [id, candidate] of this.#candidates) {
      candidate.score *= DECAY;
      if (candidate.score < FORGOTTEN && !read.has(id)) this.#candidates.delete(id);
    }
    for (const [id, key] of read) {
      const known = this.#candidates.get(id);
      if (known) known.score += 1 - DECAY;
      else if (this.#candidates.size < MAX_CANDIDATES) this.#candidates.set(id, { key, score: 1 - DECAY });
    }
    this.#predicted = [...this.#candidates.values()]
      .filter(({ score }) => score >= LIKELY)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_PREDICTED)
      .map(({ key }) => key);
  }
}
