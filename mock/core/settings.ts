import type { ClockSetting } from './clock.ts';
import type { SandboxFault } from './fault.ts';
import { collection } from './store.ts';

/** The settings of a sandbox, which the control API can change. An absent setting has the default value of the mock. */
export interface Settings {
  readonly clock?: ClockSetting;
  /**
   * Seed of the generated identifiers: the same seed gives the same identifiers. If the seed is null, identifiers are
   * random.
   */
  readonly identifierSeed?: number | null;
  /** True if the mock rejects unknown properties and query parameters. */
  readonly strict?: boolean;
  /** The faults of the sandbox, which are stored with the settings because each request reads the settings anyway. */
  readonly faults?: readonly SandboxFault[];
  /** Settings that the service adds (`Service.settings`). */
  readonly [name: string]: unknown;
}

export const SETTINGS = collection<Settings>('settings');
