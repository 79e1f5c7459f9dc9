import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Patience } from './patience.ts';
import type { Settings } from './settings.ts';
import type { Transaction } from './store.ts';

/** A sandbox of the mock, opened for one request. */
export interface Sandbox {
  readonly name: string;
  /** False if the sandbox does not exist and the request is not allowed to create it. An allowed request creates it. */
  readonly exists: boolean;
  /** The effective settings: the defaults of the mock, replaced by the settings of the sandbox. */
  readonly settings: Settings;
  /**
   * Returns the clock of the sandbox. In a shared store, the clock never shows an earlier time than in a previous
   * transaction of the sandbox (`Transaction.monotonic`).
   */
  clockIn(tx: Transaction): Clock;
  readonly ids: Ids;
  /** The time that the request may still wait for a shared store; absent if only this process uses the store. */
  readonly patience?: Patience | undefined;
  /** Runs `work` and commits its changes. If `work` throws, undoes all of its changes. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
