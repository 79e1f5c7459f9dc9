import { useRef, useState } from 'preact/hooks';
import { notify } from '../parts/notices.js';
import { toRefusal } from './refusal.js';
import { refresh } from './use-poll.js';

/** @import { Refusal } from './refusal.js' */

/**
 * What a reader has done: why it was refused, if it was.
 *
 * @returns {{
 *   refusal: Refusal | undefined,
 *   run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>,
 * }} `run` gives whether it was done; then `done` is told, and what is shown is loaded again. While one is under way,
 *   another is not begun
 */
export function useAction() {
  const [refusal, setRefusal] = useState(/** @type {Refusal | undefined} */ (undefined));
  const busy = useRef(false);

  /**
   * @param {() => Promise<unknown>} work
   * @param {string} [done]
   */
  async function run(work, done) {
    // Not by disabling the button: that would take the focus away.
    if (busy.current) return false;
    busy.current = true;
    try {
      await work();
      setRefusal(undefined);
      if (done) notify(done);
      refresh();
      return true;
    } catch (error) {
      setRefusal(toRefusal(error));
      return false;
    } finally {
      busy.current = false;
    }
  }

  return { refusal, run };
}
