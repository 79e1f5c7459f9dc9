/** The key of a record in the database: the name of its collection, and the text of its key in this collection. */
export type RecordKey = readonly [collection: string, text: string];

/**
 * The score of a record is the weighted share of the batches that read the record. Each batch multiplies the weight of
 * all earlier batches by this factor.
 */
const DECAY = 0.9;
/** A record with at least this score is read in advance, since the next batch probably reads the record. */
const LIKELY = 0.2;
const FORGOTTEN = 0.05;
const MAX_PREDICTED = 16;
/**
 * Largest number of records with a score. If the batches read more different records than this number, a prediction is
 * not useful.
 */
const MAX_CANDIDATES = 64;

interface Candidate {
  readonly key: RecordKey;
  score: number;
}

/**
 * Predicts which records the next batch reads, so that the batch can read these records while it locks the sandbox.
 * Most requests read the same few records, such as the counters of the journal. A wrong prediction only costs time.
 */
export class ReadPrediction {
  readonly #candidates = new Map<string, Candidate>();
  #predicted: readonly RecordKey[] = [];

  /** The records that the next batch probably reads. */
  get next(): readonly RecordKey[] {
    return this.#predicted;
  }

  /** Updates the scores after a batch has read the given records (by the identifier of the record). */
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
