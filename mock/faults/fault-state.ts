import { createHash } from 'node:crypto';
import type { SandboxFault } from '../core/fault.ts';
import { collection, type Transaction } from '../core/store.ts';

/** The counts of a fault, and its rate limit window. */
export interface FaultState {
  /** Hash of the fault. A changed fault with the same ID starts new counts. */
  readonly of: string;
  /** Number of requests for which the fault was evaluated. */
  readonly seen: number;
  /** Number of requests to which the fault applied. */
  readonly struck: number;
  readonly window?: RateWindow;
}

/** A window of a rate limit. */
export interface RateWindow {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly requests: number;
}

/** The state of the faults by ID. */
export const FAULT_STATE = collection<FaultState>('faultState');

export async function readFaultState(tx: Transaction, fault: SandboxFault): Promise<FaultState> {
  const of = createHash('sha256').update(JSON.stringify(fault)).digest('base64url');
  const state = await tx.get(FAULT_STATE, [fault.id]);
  return state?.of === of ? state : { of, seen: 0, struck: 0 };
}
