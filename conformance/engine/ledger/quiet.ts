import { setTimeout as sleep } from 'node:timers/promises';

/** Time after which a service has finished work in the background. */
const QUIET_MS = 1000;

/** Waits until the latest change is at least one second old. @param changedAt times by `performance.now()` */
export function waitUntilQuiet(changedAt: readonly number[], quietMs = QUIET_MS): Promise<void> {
  return sleep(Math.max(0, Math.max(...changedAt) + quietMs - performance.now()));
}
