import { useEffect, useRef, useState } from 'preact/hooks';
import { toRequestError } from './request-error.js';

/** @import { RequestError } from './request-error.js' */

/**
 * Minimum pause after a request for data, as a multiple of the duration of the request. The pause protects a mock with
 * much data from too many requests.
 */
const PAUSE = 10;

/** @type {Set<() => Promise<void>>} */
const rounds = new Set();

/**
 * Reloads all data on the page immediately. Each action of the user calls `refresh` after the action has changed data
 * in the mock.
 */
export function refresh() {
  for (const round of rounds) void round();
}

/**
 * Loads data immediately, after each action of the user, and repeatedly while the page is visible. The page shows the
 * previous data while new data loads, and if the mock returns an error.
 *
 * @template T
 * @param {(signal: AbortSignal, before: T | undefined) => Promise<T>} load returns the object `before` itself if the
 * data has not changed
 * @param {number} everyMs
 * @param {readonly unknown[]} inputs values that `load` uses. A change of these values reloads the data immediately
 * @param {boolean} [paused]
 * @returns {{ data?: T | undefined, error?: RequestError }}
 */
export function usePoll(load, everyMs, inputs, paused = false) {
  const [state, setState] = useState(/** @type {{ data?: T | undefined, error?: RequestError }} */ ({}));
  const latest = useRef({ load, data: state.data });
  latest.current.load = load;

  useEffect(() => {
    const stop = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let count = 0;
    let waitMs = everyMs;

    async function round() {
      clearTimeout(timer);
      const own = ++count;
      const start = performance.now();
      const { load, data: before } = latest.current;
      const next = await load(stop.signal, before).then(
        (data) => ({ data }),
        (error) => ({ data: before, error: toRequestError(error) }),
      );
      if (stop.signal.aborted || own !== count) return;
      latest.current.data = next.data;
      waitMs = Math.max(everyMs, PAUSE * (performance.now() - start));
      setState((last) => (last.data === next.data && !last.error && !('error' in next) ? last : next));
      onVisibility();
    }

    function onVisibility() {
      clearTimeout(timer);
      if (!paused && !document.hidden) timer = setTimeout(round, waitMs);
    }

    rounds.add(round);
    document.addEventListener('visibilitychange', onVisibility);
    if (!paused) void round();
    return () => {
      stop.abort();
      rounds.delete(round);
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [everyMs, paused, ...inputs]);

  return state;
}
