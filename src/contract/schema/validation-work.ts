/**
 * Maximum number of calls of validation functions for a small value. Without a maximum, the number of calls could grow
 * exponentially with the depth of the value, if a schema refers to itself in several branches of `oneOf` or `allOf`.
 */
export const VALIDATION_CALLS = 250_000;
/** Number of calls that each value inside the validated JSON value adds to the maximum `VALIDATION_CALLS`. */
const CALLS_PER_VALUE = 10;
/**
 * Maximum number of steps of the regular expression engine RE2 for all texts inside a validated value. The time of RE2
 * is linear in the length of the text, but also in the size of the pattern, which can be thousands of instructions:
 * `[a-z]{1,900}`.
 */
const PATTERN_STEPS = 20_000_000;

const EXCEEDED = new Error('The validation needs too much work.');

/**
 * Counts the calls of the validation functions in the code of ajv and the steps of patterns, and ends a validation that
 * needs too much work.
 */
export class ValidationWork {
  #value: unknown;
  #calls = 0;
  #limit = VALIDATION_CALLS;
  #steps = 0;

  /** Code that ajv adds to each validation function; `self` is the instance of ajv. */
  static readonly limited = (code: string): string => code.replace('}={}){', '$&self.work.count();');

  /** Validates a value. @returns undefined if the validation needs too much work */
  run<T>(value: unknown, validate: () => T): T | undefined {
    [this.#value, this.#calls, this.#limit, this.#steps] = [value, 0, VALIDATION_CALLS, 0];
    try {
      return validate();
    } catch (error) {
      if (error === EXCEEDED) return undefined;
      throw error;
    } finally {
      this.#value = undefined;
    }
  }

  count(): void {
    if (++this.#calls <= this.#limit) return;
    // The values inside the validated value are counted only after `VALIDATION_CALLS` calls, since most validations
    // need fewer calls.
    if (this.#limit === VALIDATION_CALLS) this.#limit += CALLS_PER_VALUE * countOf(this.#value);
    else throw EXCEEDED;
  }

  readonly countSteps = (steps: number): void => {
    this.#steps += steps;
    if (this.#steps > PATTERN_STEPS) throw EXCEEDED;
  };
}

/** Number of values in a JSON value, including the value itself. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const member of Object.values(value)) count += countOf(member);
  return count;
}
