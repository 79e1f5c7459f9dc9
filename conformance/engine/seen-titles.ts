import type { ProblemTitles } from '../../src/run-result/case-record.ts';
import { RESPONSE_LIMITS } from '../connection/response-limits.ts';
import type { Conceal } from '../connection/secrets.ts';

/** Collects the titles of the problem documents of a run by problem type, for the rule `problem-recommended`. */
export class SeenTitles {
  readonly #byType = new Map<string, Set<string>>();
  #count = 0;

  /**
   * Adds a title. The method shortens a title that exceeds the maximum length in `RESPONSE_LIMITS`. After the maximum
   * number of titles of a run, the method ignores each new title.
   */
  add(type: string, title: string): void {
    const of = this.#byType.get(type.slice(0, RESPONSE_LIMITS.titleCharacters)) ?? new Set();
    const kept = title.slice(0, RESPONSE_LIMITS.titleCharacters);
    if (of.has(kept) || this.#count >= RESPONSE_LIMITS.titles) return;
    this.#count++;
    this.#byType.set(type.slice(0, RESPONSE_LIMITS.titleCharacters), of.add(kept));
  }

  /** The titles by problem type, without secrets, for a report. */
  shown(conceal: Conceal): ProblemTitles {
    const shown = [...this.#byType].map(([type, titles]): [string, string[]] => [
      conceal(type),
      [...titles].map(conceal),
    ]);
    return Object.fromEntries(shown);
  }
}
