import { useEffect, useRef, useState } from 'preact/hooks';
import { onRefresh } from './refresh.js';
import { toRefusal } from './refusal.js';

/** @import { Refusal } from './refusal.js' */

/**
 * Loads now, when something was changed, and again and again while somebody can see the page. What was loaded stays
 * while the next is under way, and when it fails.
 *
 * @template T
 * @param {(signal: AbortSignal, before: T | undefined) => Promise<T>} load gives `before` itself when nothing changed
 * @param {number} everyMs
 * @param {readonly unknown[]} inputs of `load`: with others, it is called at once
 * @param {boolean} [paused]
 * @returns {{ data: T | undefined, refusal: Refusal | undefined, stale: boolean }} `stale`: the data is of other inputs
 */
export function usePoll(load, everyMs, inputs, paused = false) {
  const key = JSON.stringify(inputs);
  const [state, setState] = useState(/** @type {{ key: string, data?: T, refusal?: Refusal }} */ ({ key }));
  /** What a round needs, as it is by then. */
  const latest = useRef({ load, state });
  latest.current.load = load;

  useEffect(() => {
    const stop = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let running = false;
    let again = false;

    /** @param {{ data?: T, refusal?: Refusal }} result */
    function take(result) {
      latest.current.state = { ...result, key };
      setState(latest.current.state);
    }

    async function round() {
      again = running;
      if (running) return;
      running = true;
      clearTimeout(timer);
      const before = latest.current.state.key === key ? latest.current.state : undefined;
      try {
        const data = await latest.current.load(stop.signal, before?.data);
        if (!stop.signal.aborted && (!before || data !== before.data || before.refusal)) take({ data });
      } catch (error) {
        if (!stop.signal.aborted) take({ ...latest.current.state, refusal: toRefusal(error) });
      }
      running = false;
      if (stop.signal.aborted) return;
      if (again) void round();
      else if (!paused && !document.hidden) timer = setTimeout(round, everyMs);
    }

    function onVisibility() {
      clearTimeout(timer);
      if (!document.hidden && !paused) void round();
    }

    const ignore = onRefresh(() => void round());
    if (!paused || latest.current.state.key !== key) void round();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stop.abort();
      ignore();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [key, everyMs, paused]);

  return { data: state.data, refusal: state.refusal, stale: state.key !== key };
}
