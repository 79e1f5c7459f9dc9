import type { Checker, Contract } from '../../../src/contract/contract.ts';
import {
  type ConstraintPoint,
  constraintIds,
  type PlacePoints,
} from '../../../src/contract/document/coverage-points.ts';
import type { SchemaLocation } from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import type { BrokenConstraint } from '../../../src/contract/schema/violation.ts';

/**
 * Determines which constraints of the request schema the bodies in a run cover, for one operation. The methods return
 * each constraint only once.
 */
export class BodyCoverage {
  readonly #places: PlacePoints;
  readonly #check: Checker;
  readonly #uncovered: Set<string>;
  readonly #broken = new Set<string>();
  /** By constraint ID: the values of the enum that no accepted body has contained so far. */
  readonly #enums = new Map<string, Set<unknown>>();

  constructor(contract: Contract, schema: SchemaLocation, places: PlacePoints) {
    this.#places = places;
    this.#check = contract.checker(schema);
    this.#uncovered = new Set(constraintIds(places));
  }

  /**
   * The IDs of the constraints that an accepted body covers for the first time in the run; empty if the body is
   * invalid.
   */
  accepted(value: unknown): string[] {
    const shown = [...this.#shown(this.#places, value)];
    if (shown.length === 0 || this.#check(value, false).length > 0) return [];
    return shown.flatMap(([{ id, value: values }, word]) => {
      if (Array.isArray(values) && !this.#isLastValue(id, values, word)) return [];
      return this.#uncovered.delete(id) ? [id] : [];
    });
  }

  /**
   * The ID of the only constraint that a rejected body violates. Undefined if the body violates several constraints, or
   * if an earlier rejected body also violated only this constraint.
   */
  rejected(value: unknown): string | undefined {
    const [first] = this.#check(value, false);
    const id = first && this.#idOf(first);
    if (id === undefined || this.#broken.has(id)) return undefined;
    if (!this.#check(value).every((broken) => this.#idOf(broken) === id)) return undefined;
    this.#broken.add(id);
    return id;
  }

  #idOf({ pointer, keyword }: BrokenConstraint): string | undefined {
    const place = tokens(pointer).reduce<PlacePoints | undefined>(
      (at, token) => at?.members.get(token) ?? at?.others,
      this.#places,
    );
    return place?.constraints.get(keyword)?.id;
  }

  /** The uncovered constraints that the value covers, each with the part of the value that covers the constraint. */
  *#shown({ constraints, members, others }: PlacePoints, value: unknown): Generator<[ConstraintPoint, unknown]> {
    for (const [keyword, point] of constraints) {
      if (this.#uncovered.has(point.id) && isShown(keyword, point.value, value)) yield [point, value];
    }
    if (Array.isArray(value)) {
      if (others) for (const item of value) yield* this.#shown(others, item);
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const place = members.get(name) ?? others;
        if (place) yield* this.#shown(place, member);
      }
    }
  }

  /**
   * Records that an accepted body contains the value. Returns true if accepted bodies have contained all values of the
   * enum.
   */
  #isLastValue(id: string, words: readonly unknown[], word: unknown): boolean {
    const left = this.#enums.get(id) ?? new Set(words);
    this.#enums.set(id, left);
    left.delete(word);
    return left.size === 0;
  }
}

/**
 * True if a valid value covers the constraint. A value covers a minimum or maximum only if the value, or its length,
 * equals this limit.
 */
function isShown(keyword: string, bound: unknown, value: unknown): boolean {
  switch (keyword) {
    case 'minLength':
    case 'maxLength':
      return typeof value === 'string' && Array.from(value).length === bound;
    case 'minimum':
    case 'maximum':
      return value === bound;
    case 'minItems':
    case 'maxItems':
      return Array.isArray(value) && value.length === bound;
    default:
      return true;
  }
}
