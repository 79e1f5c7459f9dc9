import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Settings } from './settings.ts';
import type { Transaction } from './store.ts';

/** One world of the mock, as a request sees it. */
export interface Sandbox {
  readonly name: string;
  /** Its own settings over those that the mock was started with. */
  readonly settings: Settings;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Commits what `work` did, or undoes all of it when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
