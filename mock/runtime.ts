import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Store } from './state/store.ts';

/** What the parts of one mock share. */
export interface MockRuntime {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of generated replies. */
  readonly seed: number | undefined;
  /** Whether replies are held against the document before they leave. */
  readonly checkReplies: boolean;
}
