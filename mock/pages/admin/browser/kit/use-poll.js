import { useEffect, useRef, useState } from 'preact/hooks';
import { toRequestError } from './request-error.js';

/** @import { RequestError } from './request-error.js' */

/** Pause after a slow load, as a multiple of its duration, so that the page does not keep a mock with much data busy. */
const PAUSE = 10;

/** @type {Set<() => Promise<void>>} */
const rounds = new Set();

/** Reloads all shown data immediately, after a change. */
export function refresh() {
  for (const round of rounds) void round();
}

/**
 * Loads data immediately, after each change, and repeatedly while the page is visible. The previous data stays during
 * loading and after an error.
 *
 * @template T
 * @param {(signal: AbortSignal, before: T | undefined) => Promise<T>} load returns `before` itself if nothing changed
 * @param {number} everyMs
 * @param {readonly unknown[]} inputs of `load`; a change of them reloads immediately
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
