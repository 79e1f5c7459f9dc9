import { createHash } from 'node:crypto';
import type { SandboxFault } from '../core/fault.ts';
import { collection, type Transaction } from '../core/store.ts';

/** The state of a fault. */
export interface FaultState {
  /** Which fault it is about: another of the same name, as after an edit of the file, is counted anew. */
  readonly of: string;
  /** How many requests it was asked about. */
  readonly seen: number;
  readonly struck: number;
  /** State of a rate limit: when it began (RFC 3339), and the requests since. */
  readonly window?: RateWindow;
}

export interface RateWindow {
  readonly startedAt: string;
  readonly requests: number;
}

/** By the id of the fault. */
export const FAULT_STATE = collection<FaultState>('faultState');

export async function readFaultState(tx: Transaction, fault: SandboxFault): Promise<FaultState> {
  const of = createHash('sha256').update(JSON.stringify(fault)).digest('base64url');
  const state = await tx.get(FAULT_STATE, [fault.id]);
  return state?.of === of ? state : { of, seen: 0, struck: 0 };
}
