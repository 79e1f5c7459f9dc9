import { useRef, useState } from 'preact/hooks';
import { notify } from '../parts/notices.js';
import { toRequestError } from './request-error.js';
import { refresh } from './use-poll.js';

/** @import { RequestError } from './request-error.js' */

/**
 * Returns two values: `run`, which runs an action of the user, and `error`, the error of the last action.
 *
 * @returns {{
 *   error: RequestError | undefined,
 *   run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>,
 * }} `run` resolves to true if the action succeeded. After a success,
 *   the page shows `done` and reloads its data. While an action runs, `run` does not start another action
 */
export function useAction() {
  const [error, setError] = useState(/** @type {RequestError | undefined} */ (undefined));
  const busy = useRef(false);

  /**
   * @param {() => Promise<unknown>} work
   * @param {string} [done]
   */
  async function run(work, done) {
    // While an action runs, `run` ignores further clicks. The button that starts the action stays enabled, since a
    // disabled button would lose the focus.
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
