import type { ExchangeParts } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import type { Target } from '../../connection/target.ts';

/** One property of a record in responses, with the IDs of the rules that a wrong value breaks. */
export interface PropertyModel {
  readonly name: string;
  /** The rule that a target breaks if its response to a request that sets the property shows another value. */
  readonly set?: string;
  /**
   * The rule that a target breaks if the first response after the creation shows a value that differs from the created
   * value.
   */
  readonly first?: string;
  /**
   * The rule that a target breaks if the value differs from an earlier response although no request changed the value.
   */
  readonly later: string;
  /**
   * True for a time that every update may move forward. The values of such a property count as equal (`isSame`) if the
   * second value is not earlier than the first.
   */
  readonly advances?: true;
  /** True if two values count as equal; by default, the result of `Object.is`. */
  isSame?(expected: unknown, actual: unknown): boolean;
}

/** The effect of one request on a record. */
export interface RecordExchange {
  readonly id: string;
  readonly effect: 'create' | 'update';
  /** The properties that the request sets if it succeeds; undefined if the request is not valid JSON. */
  readonly sets: JsonObject | undefined;
  /** Values in the request that the target must not store if the request succeeds. */
  readonly notSet: JsonObject;
}

/** A request to an operation, with its response; the response is undefined if no response arrived. */
export interface LedgerExchange {
  readonly target: Target;
  readonly operation: Operation;
  readonly parts: ExchangeParts;
  readonly answer: Answer | undefined;
}

/** Collects data from the exchanges of a run, for the final cases of a rule pack. */
export interface Observer {
  observe(exchange: LedgerExchange): void;
}

/**
 * A kind of record: the properties of its records, and a function that determines the effect of an exchange on a
 * record.
 */
export interface RecordModel {
  readonly kind: string;
  readonly properties: readonly PropertyModel[];
  /** Returns the effect of the exchange on a record of this kind; undefined if there is none. */
  read(exchange: LedgerExchange): RecordExchange | undefined;
}
