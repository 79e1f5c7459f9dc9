import { createHash } from 'node:crypto';
import type { SandboxFault } from '../core/fault.ts';
import { collection, type Transaction } from '../core/store.ts';

/** The counts of a fault, and the current window of its rate limit. */
export interface FaultState {
  /** Hash of the fault to which the counts belong. After a change of the fault, its counts start at 0. */
  readonly of: string;
  /** Number of requests for which the mock has evaluated the fault. */
  readonly seen: number;
  /** Number of requests to which the fault applied. */
  readonly struck: number;
  readonly window?: RateWindow;
}

/** A time window of a rate limit. */
export interface RateWindow {
  /** The start of the window (RFC 3339). */
  readonly startedAt: string;
  readonly requests: number;
}

/** The collection of the counts of the faults, by the ID of the fault. */
export const FAULT_STATE = collection<FaultState>('faultState');

export async function readFaultState(tx: Transaction, fault: SandboxFault): Promise<FaultState> {
  const of = createHash('sha256').update(JSON.stringify(fault)).digest('base64url');
  const state = await tx.get(FAULT_STATE, [fault.id]);
  return state?.of === of ? state : { of, seen: 0, struck: 0 };
}
