import type { ClockSetting } from './clock.ts';
import type { SandboxFault } from './fault.ts';

/** How one sandbox behaves; changed through the control API. What is absent is as the mock was started. */
export interface Settings {
  readonly clock?: ClockSetting;
  /** Identifiers follow from it, the same in every run; null: they are random. */
  readonly identifierSeed?: number | null;
  /** How long an invite stays pending. */
  readonly inviteLifetimeSeconds?: number;
  /** Whether properties and query parameters that the contract does not name are refused (D10 has them ignored). */
  readonly strict?: boolean;
  /** What goes wrong. Kept here since each request reads the settings anyway; shown and changed on its own. */
  readonly faults?: readonly SandboxFault[];
}

/** A week. */
export const INVITE_LIFETIME_SECONDS = 7 * 24 * 3600;
