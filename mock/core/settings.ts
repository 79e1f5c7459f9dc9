import type { ClockSetting } from './clock.ts';
import type { SandboxFault } from './fault.ts';
import { collection } from './store.ts';

/** The behaviour of one sandbox, changed through the control API. An absent setting is as the mock was started. */
export interface Settings {
  readonly clock?: ClockSetting;
  /** Identifiers follow from it, the same in every run; null: they are random. */
  readonly identifierSeed?: number | null;
  /** True if unknown properties and query parameters are rejected. */
  readonly strict?: boolean;
  /** Kept here since each request reads the settings anyway; shown and changed on its own. */
  readonly faults?: readonly SandboxFault[];
  /** Settings of the service (`Service.settings`). */
  readonly [name: string]: unknown;
}

export const SETTINGS = collection<Settings>('settings');
