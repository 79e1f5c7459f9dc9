import { useRef, useState } from 'preact/hooks';
import { notify } from '../parts/notices.js';
import { toRefusal } from './refusal.js';
import { refresh } from './use-poll.js';

/** @import { Refusal } from './refusal.js' */

/**
 * An action of the user and its error.
 *
 * @returns {{
 *   refusal: Refusal | undefined,
 *   run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>,
 * }} `run` resolves to true if the action succeeded. It then shows `done` and reloads the shown data. While an action
 *   runs, `run` does not start another one
 */
export function useAction() {
  const [refusal, setRefusal] = useState(/** @type {Refusal | undefined} */ (undefined));
  const busy = useRef(false);

  /**
   * @param {() => Promise<unknown>} work
   * @param {string} [done]
   */
  async function run(work, done) {
    // Disabling the button instead would remove its focus.
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
