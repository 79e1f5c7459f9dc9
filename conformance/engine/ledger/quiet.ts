import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../session.ts';

/** Time in milliseconds after which a service has usually finished its background work. */
const QUIET_MS = 1100;

/** Waits until more than a second has passed since the latest response. */
export function waitUntilQuiet({ answeredAt }: Session): Promise<void> {
  return waitUntil(answeredAt + QUIET_MS);
}

/** @param time in milliseconds of `performance.now()` */
export function waitUntil(time: number): Promise<void> {
  return sleep(Math.max(0, time - performance.now()));
}
