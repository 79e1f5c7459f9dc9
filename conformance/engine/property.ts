import type * as fc from 'fast-check';
import type { Scope } from './scope.ts';

/** A statement about the target that must be true for every generated value. */
export interface Property<Value> {
  readonly values: fc.Arbitrary<Value>;
  /** Sends the requests for one generated value and reports findings. */
  readonly run: (scope: Scope, value: Value) => Promise<void>;
}
