import type { Sandboxes } from './sandboxes.ts';

/** What the parts of one mock share. */
export interface MockRuntime {
  readonly sandboxes: Sandboxes;
  /** Of generated replies. */
  readonly seed: number | undefined;
  /** Whether replies are held against the document before they leave. */
  readonly checkReplies: boolean;
}
