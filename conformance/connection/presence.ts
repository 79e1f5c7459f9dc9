import { reach } from './reach.ts';
import { type Target, UnreachableError } from './target.ts';

/** Between two tries, in milliseconds: a service that crashed may be started again. */
const PAUSES_MS = [0, 1000, 2000];

/** Tells a request that gets no answer from a target that gives none. */
export class Presence {
  readonly #target: Target;
  readonly #path: string;
  #asked: Promise<boolean> | undefined;

  constructor(target: Target, path: string) {
    this.#target = target;
    this.#path = path;
  }

  /** True if the target answers anything at all; asked three times, and once for all who want to know at a time. */
  confirm(): Promise<boolean> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  async #ask(): Promise<boolean> {
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
