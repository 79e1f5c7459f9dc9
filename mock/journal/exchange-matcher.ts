import type { Contract } from '../../src/contract/contract.ts';
import { LIMITS } from '../core/limits.ts';
import { type Criterion, criteria } from './criteria.ts';
import { describePointer } from './describe-pointer.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { MatcherInput } from './matcher-input.ts';
import { Budget, type Difference } from './partial-match.ts';
import type { Redaction } from './redaction.ts';

/** Largest number of values that the description of a matcher shows. */
const MAX_SHOWN_VALUES = 5;

/** A difference between a matcher and an exchange, with the weight of the difference. */
export interface WeightedDifference {
  readonly difference: Difference;
  readonly weight: number;
}

/**
 * Compares exchanges with the matcher of one query, which has a limited number of comparisons (`LIMITS.querySteps`).
 */
export class ExchangeMatcher {
  readonly #criteria: readonly Criterion[];
  readonly #description: string;
  readonly #budget = new Budget(LIMITS.querySteps.default);

  constructor(input: MatcherInput, contract: Contract, redaction: Redaction) {
    // The journal replaces each API key with a placeholder, so the matcher must contain the same placeholder.
    const { after: _, ...expected } = redaction.value(input) as MatcherInput;
    this.#criteria = [...criteria(expected, contract)];
    this.#description = describe(expected, this.#criteria);
  }

  /**
   * Returns true if the exchange matches.
   * @throws BudgetExceeded when the comparisons with all exchanges so far exceed the limit
   */
  matches(entry: JournalEntry): boolean {
    return this.#criteria.every((criterion) => criterion.matches(entry, this.#budget));
  }

  /** Lists the differences between the matcher and the exchange. */
  differences(entry: JournalEntry): WeightedDifference[] {
    return this.#criteria.flatMap(({ weight, differences }) =>
      differences(entry, this.#budget).map((difference) => ({ difference, weight: difference.weight * weight })),
    );
  }

  /** The description of the matcher, such as `createOrder with body.label "X"`. */
  toString(): string {
    return this.#description;
  }
}

function describe({ operationId, method, path }: MatcherInput, all: readonly Criterion[]): string {
  const operation = operationId ?? ([method, path].filter(Boolean).join(' ') || 'any operation');
  const inSubject = operationId === undefined ? ['/method', '/path'] : ['/operationId'];
  const others = all
    .flatMap(({ expectations }) => expectations)
    .filter(({ pointer }) => !inSubject.includes(pointer))
    .map(({ pointer, expected }) => `${describePointer(pointer)} ${expected}`);
  const shownValues = others.length > MAX_SHOWN_VALUES ? [...others.slice(0, MAX_SHOWN_VALUES), 'more'] : others;
  return shownValues.length === 0 ? operation : `${operation} with ${shownValues.join(', ')}`;
}
