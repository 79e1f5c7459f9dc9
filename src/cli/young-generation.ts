import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The size in bytes at which the memory for new objects of this thread is large enough for a whole run. */
const ENOUGH_BYTES = 16 * 2 ** 20;
/** Time in milliseconds between two checks of the size. */
const INTERVAL_MS = 50;

/**
 * Limits the memory for new objects, for all threads of this process: V8 enlarges it only until this thread has enough.
 * Without the limit, V8 reserves up to 192 MiB for the new objects of this thread, although this thread only collects
 * results and writes reports.
 */
export function limitYoungGeneration(): void {
  const timer = setInterval(() => {
    const size = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
    if (size < ENOUGH_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, INTERVAL_MS).unref();
}
