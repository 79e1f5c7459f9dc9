import type { Exchange } from './journal/exchange.ts';
import type { Journal } from './journal/journal.ts';
import type { WriteBehind } from './journal/write-behind.ts';
import type { Sandboxes } from './sandboxes/sandboxes.ts';

/** What the parts of one mock share. */
export interface MockRuntime {
  readonly sandboxes: Sandboxes;
  readonly journal: Journal;
  readonly writeBehind: WriteBehind;
  /** Takes each exchange of the contract's routes. */
  readonly record: (exchange: Exchange) => void;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** Of generated replies. */
  readonly seed: number | undefined;
  /** Whether replies are held against the document before they leave. */
  readonly checkReplies: boolean;
}
