import type { Basis } from '../contract/document/rule.ts';

/** Observation of a test case about one rule. */
export interface Finding {
  readonly rule: string;
  readonly result: 'holds' | 'broken' | 'untestable';
  /** Message without the ID of the rule; for an untestable rule, the reason why the case could not test it. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** JSON Pointer to the value that differs from the expected value. */
  readonly pointer?: string;
  /** Violated keyword of JSON Schema, for a violation of the document. */
  readonly keyword?: string;
  /**
   * Basis of the violated part of the rule, if it differs from the basis of the whole rule. For example, the interface
   * document may specify a rejection, and the contract may decide only its status.
   */
  readonly basis?: Basis;
  /** Level of the violated part of the rule, if it is lower than the level of the whole rule. */
  readonly level?: 'SHOULD';
  /** Index of the failing exchange in the exchanges of the case. */
  readonly exchange?: number;
  /** Index of the first exchange of the case that is relevant for the finding; 0 if absent. */
  readonly since?: number;
  /** Flags of `conform` that repeat a finding of an exploration. */
  readonly replay?: string;
}

export function holds(rule: string): Finding {
  return { rule, result: 'holds' };
}
