import { AsyncLocalStorage } from 'node:async_hooks';
import { hash, randomBytes } from 'node:crypto';

/**
 * The numbering of unique names in one part of the run: in a case, or in a function whose result several cases share.
 */
interface Naming {
  /** A text that identifies the part of the run, such as `7x` for the seventh case. */
  readonly part: string;
  count: number;
}

/** Makes unique names for one run. Each part of the run has its own numbering. */
export class RunNames {
  readonly #runId: string;
  /** A random text in the names, so that runs with the same ID, such as shards, use different names. */
  readonly #salt = randomBytes(3).toString('hex');
  readonly #naming = new AsyncLocalStorage<Naming>();
  readonly #rest: Naming = { part: 'r', count: 0 };
  #cases = 0;

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** Runs a case with its own numbering. */
  ofCase<T>(work: () => Promise<T>): Promise<T> {
    this.#cases++;
    return this.#naming.run({ part: `${this.#cases}x`, count: 0 }, work);
  }

  /** Runs a function with its own numbering; several cases share the result of the function. */
  ofShared<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#naming.run({ part: `s${hash('sha1', name).slice(0, 6)}x`, count: 0 }, work);
  }

  /** A name that begins with `prefix`, contains the ID of the run, and that no other part of the run uses. */
  next(prefix: string, separator: string): string {
    const naming = this.#naming.getStore() ?? this.#rest;
    naming.count++;
    return [prefix, this.#runId, `${naming.part}${naming.count}`, this.#salt].join(separator);
  }
}
