import { useEffect, useRef, useState } from 'preact/hooks';
import { toRefusal } from './refusal.js';

/** @import { Refusal } from './refusal.js' */

/** @type {Set<() => Promise<void>>} */
const rounds = new Set();

/** Something was changed: whatever is shown is loaded again at once. */
export function refresh() {
  for (const round of rounds) void round();
}

/**
 * Loads now, when something was changed, and again and again while somebody can see the page. What was loaded stays
 * while the next is under way, and when it fails.
 *
 * @template T
 * @param {(signal: AbortSignal, before: T | undefined) => Promise<T>} load gives `before` itself when nothing changed
 * @param {number} everyMs
 * @param {readonly unknown[]} inputs of `load`: with others, it is called at once
 * @param {boolean} [paused]
 * @returns {{ data?: T | undefined, refusal?: Refusal }}
 */
export function usePoll(load, everyMs, inputs, paused = false) {
  const [state, setState] = useState(/** @type {{ data?: T | undefined, refusal?: Refusal }} */ ({}));
  const latest = useRef({ load, data: state.data });
  latest.current.load = load;

  useEffect(() => {
    const stop = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let count = 0;

    async function round() {
      clearTimeout(timer);
      const own = ++count;
      const { load, data: before } = latest.current;
      const next = await load(stop.signal, before).then(
        (data) => ({ data }),
        (error) => ({ data: before, refusal: toRefusal(error) }),
      );
      if (stop.signal.aborted || own !== count) return;
      latest.current.data = next.data;
      setState((last) => (last.data === next.data && !last.refusal && !('refusal' in next) ? last : next));
      onVisibility();
    }

    function onVisibility() {
      clearTimeout(timer);
      if (!paused && !document.hidden) timer = setTimeout(round, everyMs);
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
