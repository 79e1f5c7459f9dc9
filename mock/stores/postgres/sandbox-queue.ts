import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Transaction } from '../../core/store.ts';
import { Batch } from './batch.ts';
import { BatchTransaction } from './batch-transaction.ts';
import type { Database } from './database.ts';
import { isTransient, unavailable } from './database-error.ts';
import type { ReadPrediction } from './read-prediction.ts';

/** Largest number of transactions of the store in one database transaction. */
const MAX_BATCH = 64;
/**
 * After this time, a batch starts no further transaction, so that other replicas do not wait too long for the lock of
 * the sandbox.
 */
const MAX_BATCH_MS = 250;
const MIN_BACKOFF_MS = 20;
const MAX_BACKOFF_MS = 400;

type Work = (transaction: Transaction) => Promise<unknown>;

/** A waiting or running transaction, with the functions that resolve and reject the promise of its caller. */
interface Entry {
  readonly work: Work;
  /** The time until which the caller waits, in milliseconds on the clock of `performance.now`. */
  readonly until: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** True if the transaction must be the only transaction of its batch. */
  alone: boolean;
  /** True if the caller has received the result or an error. */
  settled: boolean;
}

/** The result of a transaction. `settle` passes the result to the caller after the commit of the batch. */
interface Outcome {
  readonly entry: Entry;
  readonly settle: () => void;
}

/**
 * The queue of the transactions that this process runs on one sandbox. The queue commits several transactions together
 * as a batch.
 */
export class SandboxQueue {
  readonly #database: Database;
  readonly #sandbox: string;
  /** Generates the name of a new batch, which starts with the name of this process. */
  readonly #nextBatch: () => string;
  readonly #prediction: ReadPrediction;
  readonly #waiting: Entry[] = [];
  /** The transactions that the current batch runs. */
  #current: Entry[] = [];
  /**
   * The outcomes of the transactions in a batch whose commit the database server has not confirmed; undefined if every
   * commit is confirmed. The database server may have committed the batch without a confirmation, for example if the
   * connection was lost.
   */
  #inDoubt: readonly Outcome[] | undefined;
  #lastError: unknown = new Error('it does not respond');
  #running: Promise<void> | undefined;
  /** The database connection that the queue keeps for its current batches; undefined while the queue has none. */
  #client: PoolClient | undefined;
  /**
   * The queue returns its connection to the pool after this number of further transactions, so that other queues can
   * use the connection.
   */
  #remaining = 0;

  constructor(database: Database, sandbox: string, nextBatch: () => string, prediction: ReadPrediction) {
    this.#database = database;
    this.#sandbox = sandbox;
    this.#nextBatch = nextBatch;
    this.#prediction = prediction;
  }

  /** Promise that resolves when the queue is empty; undefined if the queue is empty. */
  get idle(): Promise<void> | undefined {
    return this.#running;
  }

  add(work: Work, patienceMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const until = performance.now() + patienceMs;
      this.#waiting.push({ work, until, resolve, reject, alone: false, settled: false });
      this.#running ??= this.#run();
    });
  }

  /** Rejects each transaction whose caller waits only until `now` or an earlier time. */
  expire(now: number): void {
    const expired = [...this.#current, ...this.#waiting].filter(({ until, settled }) => !settled && until <= now);
    if (expired.length === 0) return;
    const inDoubt = new Set(this.#inDoubt?.map(({ entry }) => entry));
    for (const entry of expired) {
      entry.settled = true;
      entry.reject(unavailable(this.#database.shown, this.#lastError, inDoubt.has(entry)));
    }
    const left = this.#waiting.filter(({ settled }) => !settled);
    this.#waiting.splice(0, Number.POSITIVE_INFINITY, ...left);
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitNext();
    this.#release(false);
    this.#running = undefined;
  }

  /**
   * Takes transactions from the queue, and runs and commits them as a batch. Retries the batch until the commit
   * succeeds, the error is permanent, or no caller waits any longer.
   */
  async #commitNext(): Promise<void> {
    const name = this.#nextBatch();
    let backoff = MIN_BACKOFF_MS;
    do {
      const error = await this.#attempt(name);
      if (error === undefined) break;
      this.#lastError = error;
      if (!isTransient(error)) {
        const failed = this.#current.length > 0 ? this.#current : this.#waiting.splice(0);
        for (const entry of failed) settle(entry, () => entry.reject(unavailable(this.#database.shown, error)));
        break;
      }
      await sleep(backoff * (0.5 + Math.random()));
      backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
      this.#current = this.#current.filter(({ settled }) => !settled);
    } while (this.#current.length > 0 || this.#waiting.length > 0);
    this.#current = [];
    this.#inDoubt = undefined;
  }

  /** Tries once to run and commit a batch. @returns the database error, or undefined if all callers have a result */
  async #attempt(name: string): Promise<unknown> {
    try {
      if (!this.#client) {
        this.#client = await this.#database.acquire();
        this.#remaining = MAX_BATCH;
      }
      await this.#runBatch(this.#client, name);
      this.#remaining -= Math.max(1, this.#current.length);
      if (this.#remaining <= 0 || this.#waiting.length === 0) this.#release(false);
      return undefined;
    } catch (error) {
      this.#release(true);
      return error;
    }
  }

  #release(isBroken: boolean): void {
    this.#client?.release(isBroken);
    this.#client = undefined;
  }

  async #runBatch(client: PoolClient, name: string): Promise<void> {
    const batch = await Batch.begin(client, this.#sandbox, () => this.#take().length === 1, this.#prediction);
    if (this.#inDoubt && batch.isCommitted(name)) {
      for (const outcome of this.#inDoubt) outcome.settle();
      return batch.rollback();
    }
    this.#inDoubt = undefined;
    const outcomes = await this.#runAll(batch);
    this.#prediction.learn(batch.reads);
    const failed = batch.single && outcomes.some(({ failed }) => failed);
    if (failed || batch.unchanged) {
      for (const outcome of outcomes) outcome.settle();
      return batch.rollback();
    }
    this.#inDoubt = outcomes;
    await batch.commit(name);
    for (const outcome of outcomes) outcome.settle();
  }

  /**
   * Returns the transactions of the next batch: the transactions of the failed attempt if an attempt failed, otherwise
   * the first transactions in the queue.
   */
  #take(): readonly Entry[] {
    this.#current = this.#current.filter(({ settled }) => !settled);
    if (this.#current.length > 0 || this.#inDoubt) return this.#current;
    const first = this.#waiting.findIndex(({ alone }) => alone);
    const count = first === 0 ? 1 : first === -1 ? MAX_BATCH : Math.min(first, MAX_BATCH);
    this.#current = this.#waiting.splice(0, count);
    return this.#current;
  }

  async #runAll(batch: Batch): Promise<(Outcome & { readonly failed: boolean })[]> {
    const outcomes: (Outcome & { readonly failed: boolean })[] = [];
    const view = batch.view(this.#sandbox);
    const later: Entry[] = [];
    const end = performance.now() + MAX_BATCH_MS;
    for (const entry of this.#current) {
      if (entry.settled) continue;
      if (outcomes.length > 0 && performance.now() > end) {
        later.push(entry);
        continue;
      }
      const transaction = new BatchTransaction(batch, view);
      const result = await entry.work(transaction).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      if (batch.failure !== undefined) throw batch.failure;
      if (transaction.needsOwnBatch) {
        entry.alone = true;
        later.push(entry);
      } else if ('error' in result) {
        outcomes.push({ entry, failed: true, settle: () => settle(entry, () => entry.reject(result.error)) });
      } else {
        transaction.complete();
        outcomes.push({ entry, failed: false, settle: () => settle(entry, () => entry.resolve(result.value)) });
      }
    }
    this.#waiting.unshift(...later);
    this.#current = this.#current.filter((entry) => !later.includes(entry));
    return outcomes;
  }
}

function settle(entry: Entry, act: () => void): void {
  if (entry.settled) return;
  entry.settled = true;
  act();
}
