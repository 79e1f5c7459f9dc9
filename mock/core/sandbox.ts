import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Patience } from './patience.ts';
import type { Settings } from './settings.ts';
import type { Transaction } from './store.ts';

/** A sandbox of the mock during one request. */
export interface Sandbox {
  readonly name: string;
  /** False if the sandbox does not exist, and the request must not create it. */
  readonly exists: boolean;
  /** The effective settings: the defaults of the mock, replaced by the settings of the sandbox. */
  readonly settings: Settings;
  /** The clock of the sandbox in a transaction. */
  clockIn(tx: Transaction): Clock;
  readonly ids: Ids;
  /** Time that the request may still wait for a shared store; absent if only this process has the store. */
  readonly patience?: Patience | undefined;
  /** Commits the changes of `work`, or undoes all of them if it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
