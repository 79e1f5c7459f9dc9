import { reach } from './reach.ts';
import { type Target, UnreachableError } from './target.ts';

/**
 * The pause before each of the three requests that check whether the target responds, in milliseconds. The pauses leave
 * time for the restart of a crashed service.
 */
const PAUSES_MS = [0, 1000, 2000];

/** After a request without a response, finds out whether the target still responds to other requests. */
export class Presence {
  readonly #target: Target;
  readonly #path: string;
  #pending: Promise<boolean> | undefined;

  constructor(target: Target, path: string) {
    this.#target = target;
    this.#path = path;
  }

  /** True if the target responds to one of three requests. Concurrent calls share the requests and the result. */
  confirm(): Promise<boolean> {
    this.#pending ??= this.#probe().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #probe(): Promise<boolean> {
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      try {
        await reach(this.#target, this.#path);
        return true;
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error;
      }
    }
    return false;
  }
}
