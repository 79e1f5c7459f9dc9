import type { Basis } from '../contract/document/rule.ts';

/** One observation of one rule. */
export interface Finding {
  readonly rule: string;
  readonly result: 'holds' | 'broken' | 'untestable';
  /** One sentence without the rule's id; the reason, if the rule is untestable. */
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** JSON Pointer to the value that differs. */
  readonly pointer?: string;
  /** The keyword of JSON Schema that does not hold, if the document says so. */
  readonly keyword?: string;
  /** The basis of the violated part, if it differs from that of the rule: a status, for instance, is decided. */
  readonly basis?: Basis;
  /** Index of the exchange that shows it. */
  readonly exchange?: number;
  /** Index of the first exchange that led to it, if it is not the first of the case. */
  readonly since?: number;
  /** Flags of `conform` that find it again, if an exploration found it. */
  readonly replay?: string;
}

export function holds(rule: string): Finding {
  return { rule, result: 'holds' };
}
