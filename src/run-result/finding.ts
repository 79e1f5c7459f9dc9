import type { Basis } from '../contract/document/rule.ts';

/** Observation of a case about one rule. */
export interface Finding {
  readonly rule: string;
  readonly result: 'holds' | 'broken' | 'untestable';
  /** Sentence without the ID of the rule; the reason, if the rule is untestable. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** JSON Pointer to the differing value. */
  readonly pointer?: string;
  /** Violated keyword of JSON Schema, for a violation of the document. */
  readonly keyword?: string;
  /** Basis of the violated part, if it differs from that of the rule. The status, for example, may be decided. */
  readonly basis?: Basis;
  /** Level of the violated part, if it is lower than that of the rule. */
  readonly level?: 'SHOULD';
  /** Index of the failing exchange. */
  readonly exchange?: number;
  /** Index of the first relevant exchange, if it is not the first one of the case. */
  readonly since?: number;
  /** Flags of `conform` that repeat a finding of an exploration. */
  readonly replay?: string;
}

export function holds(rule: string): Finding {
  return { rule, result: 'holds' };
}
