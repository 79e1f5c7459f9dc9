import { setTimeout as sleep } from 'node:timers/promises';

/** What a service does behind a response is done by then. */
const QUIET_MS = 1000;

/** Waits until the latest change is long ago. @param changedAt by `performance.now()` */
export function quiet(changedAt: readonly number[]): Promise<void> {
  return sleep(Math.max(0, Math.max(...changedAt) + QUIET_MS - performance.now()));
}
