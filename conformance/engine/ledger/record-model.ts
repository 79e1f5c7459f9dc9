import type { ExchangeParts } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import type { Target } from '../../connection/target.ts';

/** One property of a record that responses show, and the rules behind its value. */
export interface PropertyModel {
  readonly name: string;
  /** The response to a request that sets the property does not show the value. */
  readonly set?: string;
  /** The first response after the creation does not show the created value. */
  readonly first?: string;
  /** A later response does not show the value that the property had. */
  readonly later: string;
  /** True if two values are the same; strict equality when absent. */
  isSame?(expected: unknown, actual: unknown): boolean;
}

/** The part that a request has in the life of one record. */
export interface RecordExchange {
  readonly id: string;
  readonly effect: 'create' | 'update';
  /** The properties that a success sets; undefined if the run cannot read its own request. */
  readonly sets: JsonObject | undefined;
  /** Values of the request that a success does not set. */
  readonly beside: JsonObject;
}

/** A request to an operation by its own method, and the response; undefined if none came. */
interface LedgerExchange {
  readonly target: Target;
  readonly operation: Operation;
  readonly parts: ExchangeParts;
  readonly answer: Answer | undefined;
}

/** A kind of record: plain data and a reader of exchanges. */
export interface RecordModel {
  readonly kind: string;
  readonly properties: readonly PropertyModel[];
  /** The record that the exchange creates, or addresses where it is; undefined for any other exchange. */
  read(exchange: LedgerExchange): RecordExchange | undefined;
}
