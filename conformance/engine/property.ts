import type * as fc from 'fast-check';
import type { Scope } from './scope.ts';

/** A statement that has to hold for every generated value. */
export interface Property<Value> {
  readonly values: fc.Arbitrary<Value>;
  /** Sends the requests of the value and reports findings. */
  readonly run: (scope: Scope, value: Value) => Promise<void>;
}
