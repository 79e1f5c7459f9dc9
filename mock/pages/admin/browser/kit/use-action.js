import { useRef, useState } from 'preact/hooks';
import { notify } from '../parts/notices.js';
import { toRequestError } from './request-error.js';
import { refresh } from './use-poll.js';

/** @import { RequestError } from './request-error.js' */

/**
 * An action of the user and its error.
 *
 * @returns {{
 *   error: RequestError | undefined,
 *   run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>,
 * }} `run` resolves to true if the action succeeded. It then shows `done` and reloads the shown data. While an action
 *   runs, `run` does not start another one
 */
export function useAction() {
  const [error, setError] = useState(/** @type {RequestError | undefined} */ (undefined));
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
      setError(undefined);
      if (done) notify(done);
      refresh();
      return true;
    } catch (error) {
      setError(toRequestError(error));
      return false;
    } finally {
      busy.current = false;
    }
  }

  return { error, run };
}
