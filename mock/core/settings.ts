import type { ClockSetting } from './clock.ts';
import type { SandboxFault } from './fault.ts';
import { collection } from './store.ts';

/** The settings of a sandbox, changed through the control API. An absent setting has the default of the mock. */
export interface Settings {
  readonly clock?: ClockSetting;
  /** Seed of identifiers: the same seed gives the same identifiers. Null: random identifiers. */
  readonly identifierSeed?: number | null;
  /** True if the mock rejects unknown properties and query parameters. */
  readonly strict?: boolean;
  /** Stored here since each request reads the settings anyway. Other operations show and change it. */
  readonly faults?: readonly SandboxFault[];
  /** Settings of the service (`Service.settings`). */
  readonly [name: string]: unknown;
}

export const SETTINGS = collection<Settings>('settings');
