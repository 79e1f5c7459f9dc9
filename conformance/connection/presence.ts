import { reach } from './reach.ts';
import { type Target, UnreachableError } from './target.ts';

/** Pauses before each attempt, in milliseconds: a crashed service may be restarted. */
const PAUSES_MS = [0, 1000, 2000];

/** Distinguishes a single request without a response from a target that is gone. */
export class Presence {
  readonly #target: Target;
  readonly #path: string;
  #pending: Promise<boolean> | undefined;

  constructor(target: Target, path: string) {
    this.#target = target;
    this.#path = path;
  }

  /** True if the target responds to one of three requests. Concurrent calls of this function share one result. */
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
