import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../session.ts';

/** Time after which a service has usually finished its background work. */
const QUIET_MS = 1100;

/** Waits until the suite has sent no request for more than a second. */
export function waitUntilQuiet({ answeredAt }: Session): Promise<void> {
  return waitUntil(answeredAt + QUIET_MS);
}

/** @param time by `performance.now()` */
export function waitUntil(time: number): Promise<void> {
  return sleep(Math.max(0, time - performance.now()));
}
