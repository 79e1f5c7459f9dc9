import type { ExchangeParts } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import type { Target } from '../../connection/target.ts';

/** One property of a record in responses, and the rules of its value. */
export interface PropertyModel {
  readonly name: string;
  /** The rule that is broken if the response to a request that sets the property shows another value. */
  readonly set?: string;
  /** The rule that is broken if the first response after the creation shows another value than the creation set. */
  readonly first?: string;
  /** The rule that is broken if a later response shows a changed value. */
  readonly later: string;
  /** True if two values are the same; strict equality if absent. */
  isSame?(expected: unknown, actual: unknown): boolean;
}

/** The effect of a request on one record. */
export interface RecordExchange {
  readonly id: string;
  readonly effect: 'create' | 'update';
  /** The properties that a success sets; undefined if the run cannot read its own request. */
  readonly sets: JsonObject | undefined;
  /** Values in the request that a success must not set. */
  readonly notSet: JsonObject;
}

/** A request to an operation, and the response; undefined without a response. */
export interface LedgerExchange {
  readonly target: Target;
  readonly operation: Operation;
  readonly parts: ExchangeParts;
  readonly answer: Answer | undefined;
}

/** Collects facts from the exchanges of a run, for the final cases of a rule pack. */
export interface Observer {
  observe(exchange: LedgerExchange): void;
}

/** A kind of record: plain data and a reader of exchanges. */
export interface RecordModel {
  readonly kind: string;
  readonly properties: readonly PropertyModel[];
  /** The record that the exchange creates or updates; undefined for any other exchange. */
  read(exchange: LedgerExchange): RecordExchange | undefined;
}
